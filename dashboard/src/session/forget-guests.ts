/** The lists that the door of a person keeps in the browser. Without storage there are none. */
export const forgetGuests = () =>
  import('../door/kept-list.ts').then(({ forgetDoorsOfPeople }) => forgetDoorsOfPeople()).catch(() => {});
