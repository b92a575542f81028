import { createHmac } from 'node:crypto';
import { Deliverer } from '../src/webhooks/delivery/deliverer.ts';
import { Sender } from '../src/webhooks/delivery/sender.ts';
import { openBoxOffice } from './box-office.ts';
import { authority, type Heard, openReceiver } from './receiver.ts';

export const ALL_TYPES = ['ticket.purchased', 'ticket.refunded', 'ticket.checked_in', 'event.updated'];
/** The first rungs of the real ladder. */
export const RETRY_SECONDS = [5, 300, 1_800];

export interface WebhookJson {
  id: string;
  url: string;
  events: string[];
  is_active: boolean;
  disabled_reason: string | null;
  failing_since: string | null;
  secret: string;
}

export interface DeliveryJson {
  id: string;
  event_id: string;
  type: string;
  status: string;
  attempts: number;
  response_status: number | null;
  last_attempt_at: string | null;
  next_attempt_at: string | null;
  attempt_log: {
    at: string;
    duration_ms: number;
    response_status: number | null;
    error: string | null;
    response: string | null;
  }[];
}

export interface Endpoint extends WebhookJson {
  path: string;
}

/** A box office with a receiver; deliveries are sent when the test says so, at the test's time. */
export async function openWebhookOffice({ timeoutMs = 10_000 } = {}) {
  const [office, receiver] = await Promise.all([openBoxOffice(), openReceiver()]);
  const { db, clock, call, app } = office;
  const open = () => {
    const sender = new Sender({ allowPrivate: true, ca: authority, resolve: receiver.resolve, timeoutMs });
    return { sender, deliverer: new Deliverer({ db, clock, sender, retrySeconds: RETRY_SECONDS, log: app.log }) };
  };
  const { sender, deliverer } = open();
  let paths = 0;

  const hooks = {
    office,
    receiver,
    deliverer,
    /** Another process, as it were. */
    another: open,

    async endpoint({ events = ALL_TYPES, path = `/hook-${paths++}` } = {}): Promise<Endpoint> {
      const { status, data, body } = await call<WebhookJson>('POST', '/webhooks', { url: receiver.url(path), events });
      if (status !== 201) throw new Error(body);
      return { ...data, path };
    },

    read: async ({ id }: { id: string }) => (await call<WebhookJson>('GET', `/webhooks/${id}`)).data,
    change: ({ id }: { id: string }, fields: object) => call<WebhookJson>('PUT', `/webhooks/${id}`, fields),
    deliveries: async ({ id }: { id: string }) =>
      (await call<{ deliveries: DeliveryJson[] }>('GET', `/webhooks/${id}/deliveries?per_page=100`)).data.deliveries,
    /** The newest. */
    async delivery(endpoint: { id: string }): Promise<DeliveryJson> {
      const [newest] = await hooks.deliveries(endpoint);
      if (!newest) throw new Error('nothing was delivered');
      return newest;
    },

    /** Something happens: `event.updated`, once. */
    async happen(): Promise<void> {
      const event = await office.event();
      const { status } = await call('PUT', `/events/${event.id}`, { title: `Night ${paths++}` });
      if (status !== 200) throw new Error('the event was not updated');
    },

    /** Sends all that is due now, and again as long as there is more. @returns how many tries */
    async deliver(by = deliverer): Promise<number> {
      let tries = 0;
      for (let begun = await by.begin(); begun > 0; begun = await by.begin()) {
        tries += begun;
        await by.settled();
      }
      return tries;
    },

    async close() {
      await deliverer.settled();
      await sender.close();
      await receiver.close();
      await office.close();
    },
  };
  return hooks;
}

export type WebhookOffice = Awaited<ReturnType<typeof openWebhookOffice>>;

/** As a receiver would check it, in its own words: the contract's header. */
export const isSignedWith = (secret: string, { body, headers }: Heard) =>
  headers['x-service-signature'] === createHmac('sha256', secret).update(body).digest('hex');

/** As a Standard Webhooks library does. */
export function isStandardSignedWith(secret: string, { body, headers }: Heard) {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = Buffer.concat([Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`), body]);
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(expected);
}
