/** What was changed in a form, by its fields' names: what somebody else changed meanwhile stays, and what is over is not sent. */
export const onlyChanged = <Body extends object>(body: Body, { isDirty }: { isDirty(name: string): boolean }) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => isDirty(name))) as Partial<Body>;
