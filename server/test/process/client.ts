import type { AssignedSeat } from '../fixtures/hall.ts';

/** An organizer's program and its buyers' browsers, over real HTTP. */
export interface Client {
  call<Data>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Answer<Data>>;
  createEvent(fields: { capacity: number; price?: number }): Promise<string>;
  hold(eventId: string, quantity?: number, fields?: object): Promise<Answer<CreatedCheckout>>;
  /** Pays through the hosted page and the sandbox's. @returns the order's id, from the address the browser ended at */
  pay(checkout: CreatedCheckout): Promise<string>;
}

export interface Answer<Data> {
  status: number;
  /** Set on success. */
  data: Data;
  /** Set on failure. */
  message: string;
  code: string;
}

export interface CreatedCheckout {
  checkout_id: string;
  checkout_url: string;
  /** Set for a seated event. */
  assigned_seats?: AssignedSeat[];
}

const SUCCESS_URL = 'https://shop.example/thanks';
const DAY_MS = 86_400_000;
/** The server sent the buyer back to the page of the checkout. */
export const NOT_STARTED = 'the payment could not be started';

export function openClient(url: string, key: string): Client {
  const client: Client = {
    async call<Data>(method: string, path: string, body?: object) {
      const response = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
        body: body && JSON.stringify(body),
      });
      const { data, error } = (await response.json()) as { data: Data; error?: { message: string; code: string } };
      return { status: response.status, data, message: error?.message ?? '', code: error?.code ?? '' };
    },

    async createEvent({ capacity, price = 500 }) {
      const { data } = await client.call<{ id: string }>('POST', '/events', {
        title: 'Night Market',
        start_datetime: new Date(Date.now() + 30 * DAY_MS).toISOString(),
        capacity,
        ticket_price: price,
      });
      await client.call('PUT', `/events/${data.id}`, { status: 'active' });
      return data.id;
    },

    hold: (eventId, quantity = 1, fields = {}) =>
      client.call<CreatedCheckout>('POST', '/checkouts', {
        event_id: eventId,
        quantity,
        customer: { name: 'Ana Reyes', email: 'ana@example.com' },
        success_url: SUCCESS_URL,
        ...fields,
      }),

    async pay({ checkout_url: page }) {
      const sandbox = await submit(`${onServer(page)}/pay`, { payment_method: 'GCASH' });
      if (new URL(sandbox, url).pathname.startsWith('/c/')) throw new Error(NOT_STARTED);
      const back = await submit(onServer(sandbox), { outcome: 'authorize' });
      const end = await locationOf(await fetch(onServer(back), { redirect: 'manual' }));
      const order = new URL(end).searchParams.get('order_id');
      if (!end.startsWith(SUCCESS_URL) || !order) throw new Error(`the browser ended at ${end}`);
      return order;
    },
  };

  /** Links contain PUBLIC_URL, which may be another server's address. */
  function onServer(link: string): string {
    const { pathname, search } = new URL(link, url);
    return `${url}${pathname}${search}`;
  }

  async function submit(address: string, fields: Record<string, string>): Promise<string> {
    const body = new URLSearchParams(fields);
    return locationOf(await fetch(address, { method: 'POST', body, redirect: 'manual' }));
  }

  return client;
}

async function locationOf(response: Response): Promise<string> {
  const location = response.headers.get('location');
  if (response.status !== 303 || !location)
    throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  return location;
}

/** Sends a request to `/dashboard/api` like our pages. */
export async function askAsPage(url: string, method: string, path: string, body: object) {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const response = await fetch(`${url}/dashboard/api${path}`, { method, headers, body: JSON.stringify(body) });
  const { data = {} } = JSON.parse((await response.text()) || '{}') as { data?: Record<string, unknown> };
  return { status: response.status, data };
}
