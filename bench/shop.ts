import { requestBytes } from './connection.ts';
import type { Service } from './processes.ts';

/** The events that the benchmarks sell, and the requests of buyers. */

export async function newEvent(service: Service, fields: { capacity: number }): Promise<string> {
  const event = await service.call('POST', '/events', {
    title: 'On-sale',
    start_datetime: '2027-05-01T20:00:00+08:00',
    ticket_price: 500,
    ...fields,
  });
  return (event.data as { id: string }).id;
}

export async function generalAdmission(service: Service, capacity: number): Promise<string> {
  const eventId = await newEvent(service, { capacity });
  await service.call('PUT', `/events/${eventId}`, { status: 'active' });
  return eventId;
}

export interface Hall {
  eventId: string;
  sectionIds: string[];
}

export async function hall(
  service: Service,
  { sections, rows, seats }: { sections: number; rows: number; seats: number },
): Promise<Hall> {
  const eventId = await newEvent(service, { capacity: 1 });
  const { data: event } = await service.call('GET', `/events/${eventId}`);
  const [tier] = (event as { ticket_tiers: { id: string }[] }).ticket_tiers;
  const plan = await service.call('PUT', `/events/${eventId}/seating-plan`, {
    selection_mode: 'best_available',
    sections: Array.from({ length: sections }, (_, section) => ({
      label: `Section ${section + 1}`,
      tier_ids: [tier?.id],
      rows: Array.from({ length: rows }, (_, row) => ({ label: String(row + 1), seats })),
    })),
  });
  if (plan.status !== 200) throw new Error(plan.text);
  await service.call('PUT', `/events/${eventId}`, { status: 'active' });
  const { data } = await service.call('GET', `/events/${eventId}/sections`);
  return { eventId, sectionIds: (data as { sections: { id: string }[] }).sections.map(({ id }) => id) };
}

/** The bytes of a request to the API with this service's key. */
export function apiRequest(service: Service, method: string, path: string, body?: object): string {
  const { pathname, host } = new URL(service.url);
  return requestBytes({
    method,
    path: pathname + path,
    host,
    headers: { authorization: `Bearer ${service.apiKey}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body && JSON.stringify(body),
  });
}

export const checkoutRequest = (service: Service, fields: object): string =>
  apiRequest(service, 'POST', '/checkouts', {
    quantity: 1,
    customer: { name: 'Ana Cruz', email: 'ana@example.com' },
    success_url: 'https://example.com/thanks',
    ...fields,
  });

/** Confirms a free checkout. @returns the ids of its tickets */
export async function freeTickets(service: Service, quantity: number): Promise<string[]> {
  const event = await service.call('POST', '/events', {
    title: 'Free for all',
    start_datetime: '2027-05-01T20:00:00+08:00',
    capacity: quantity,
  });
  const { id: eventId } = event.data as { id: string };
  await service.call('PUT', `/events/${eventId}`, { status: 'active' });
  const checkout = await service.call('POST', '/checkouts', {
    event_id: eventId,
    quantity,
    customer: { name: 'Ana Cruz', email: 'ana@example.com' },
    success_url: 'http://localhost/thanks',
  });
  const { checkout_id: id, checkout_url: page } = checkout.data as { checkout_id: string; checkout_url: string };
  await fetch(`${page}/pay`, { method: 'POST', redirect: 'manual', body: new URLSearchParams() });
  const { data } = await service.call('GET', `/checkouts/${id}`);
  const { ticket_ids: ticketIds } = data as { ticket_ids: string[] };
  if (ticketIds.length !== quantity) throw new Error('the free checkout made no tickets');
  return ticketIds;
}
