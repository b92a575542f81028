import sql from 'sql-template-tag';
import { afterEach, describe, expect, test } from 'vitest';
import type { Sabotage } from '../databases/sabotage.ts';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';
import { control } from './control.ts';

/** Requests for one endpoint do not wait for each other. */
const NO_ENDPOINT_LOCK: Sabotage = [['and id = $2 for no key update', 'and id = $2']];

describe('sending failed notifications again', () => {
  let office: BoxOffice;
  afterEach(() => office.close());

  /** An endpoint with five failed notifications. */
  async function openEndpoint() {
    const hook = { url: 'https://hooks.example/a', events: ['event.updated'] };
    const { data: webhook } = await office.call<{ id: string }>('POST', '/webhooks', hook);
    for (let made = 0; made < 5; made++) await office.event();
    await office.call('PUT', `/webhooks/${webhook.id}`, { is_active: false });
    await office.call('PUT', `/webhooks/${webhook.id}`, { is_active: true });
    return webhook;
  }

  /** Six requests at once. @returns how many notifications, and how often each is sent */
  async function replayAtOnce(webhook: { id: string }) {
    await Promise.all(
      Array.from({ length: 6 }, () => office.call('POST', `/webhooks/${webhook.id}/replay`, { status: 'failed' })),
    );
    const [row] = await office.db.query<{ sent: number; notifications: number }>(sql`
      select count(*) as sent, count(distinct notification_id) as notifications from webhook_deliveries
       where webhook_id = ${webhook.id} and status = 'pending'`);
    return row;
  }

  test('sends each once, when several requests ask for it', async () => {
    office = await openBoxOffice({ instances: 2 });
    expect(await replayAtOnce(await openEndpoint())).toEqual({ sent: 5, notifications: 5 });
  });

  control('without the lock of the endpoint some are sent twice', async () => {
    office = await openBoxOffice({ instances: 2, sabotage: NO_ENDPOINT_LOCK });
    if (office.db.kind === 'pglite') return; // one connection, so transactions run one after the other
    const webhook = await openEndpoint();
    office.meetAfter('from webhooks');
    expect((await replayAtOnce(webhook))?.sent).toBeGreaterThan(5);
  });
});
