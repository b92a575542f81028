/** The address of the door of an event, on this device. It is a page of its own, outside of the dashboard. */
export const doorOf = (eventId: string | undefined) =>
  eventId ? `/door?event=${encodeURIComponent(eventId)}` : '/door';
