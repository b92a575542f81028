/** Latest `now` of a batch, so that the whole batch is judged by one instant. */
export const latestNow = (members: readonly { now: Date }[]): Date =>
  new Date(Math.max(...members.map(({ now }) => now.getTime())));
