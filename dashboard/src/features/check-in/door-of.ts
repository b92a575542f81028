import type { Me } from '../../session/me-query.ts';

/** The address of the door of an event, on this device. It is a page of its own, outside of the dashboard. */
export const doorOf = ({ organization }: Me, eventId: string | undefined) =>
  eventId ? `/door?${new URLSearchParams({ event: eventId, organization: organization.id })}` : '/door';
