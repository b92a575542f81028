/** Under which the list of an event stands in the query cache. */
export const doorKey = (eventId: string) => ['door', eventId];
