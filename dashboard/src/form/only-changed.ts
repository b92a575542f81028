/** The changed fields of a form. What other users changed in the meantime stays, and past times are not sent again. */
export const onlyChanged = <Body extends object>(body: Body, { isDirty }: { isDirty(name: string): boolean }) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => isDirty(name))) as Partial<Body>;
