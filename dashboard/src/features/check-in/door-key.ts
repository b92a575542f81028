/** The key of an event's ticket list in the query cache. */
export const doorKey = (eventId: string) => ['door', eventId];
