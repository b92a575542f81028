import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { composeLetter } from '../../src/letters/compose.ts';
import type { DueMail } from '../../src/mail/mail.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { getLinkedOrder } from '../../src/tickets/pages/linked-pages.ts';
import { aroundAllStatements } from '../databases/around-statements.ts';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';

let office: BoxOffice;
beforeEach(async () => {
  office = await openBoxOffice();
});
afterEach(() => office.close());

async function bought() {
  const event = await office.event({ price: 100, title: 'Gabi' });
  const { orderId } = await office.buy(event, { customer: { name: 'Ana Reyes', email: 'ana@gmial.example' } });
  const { data } = await office.call<{ tickets_url: string }>('GET', `/orders/${orderId}`);
  return { orderId, secret: data.tickets_url.split('/o/')[1] ?? '' };
}

/** The statements that read the order, and its tickets. */
const READS = ['select o.order_number', 'as is_named'];

/** The database, in which the buyer is corrected before this read. */
function correctedBefore(read: string, orderId: string): Database {
  let correction: Promise<unknown> | undefined;
  return aroundAllStatements(office.db, async (session, statement) => {
    if (statement.text.includes(read))
      correction ??= office.call('PUT', `/orders/${orderId}/customer`, { email: 'ana@gmail.example' });
    await correction;
    return session.query(statement);
  });
}

test.each(READS)(
  'a mail to the former address is not sent when the correction comes before it reads: %s',
  async (read) => {
    const { orderId } = await bought();
    const [mail = expect.unreachable()] = await office.db.query<DueMail>(
      sql`select * from mails where kind = 'tickets'`,
    );
    const letter = await composeLetter({ ...office.parts, db: correctedBefore(read, orderId) }, mail);
    expect(letter).toEqual({ reason: 'The mail was no longer needed.' });
  },
);

test.each(READS)('the former link shows nothing when the correction comes before its page reads: %s', async (read) => {
  const { orderId, secret } = await bought();
  const { config, publicUrl } = office.parts;
  const reading = { config, db: correctedBefore(read, orderId), publicUrl };
  await expect(getLinkedOrder(reading, { params: { secret } } as never)).rejects.toMatchObject({
    code: 'order_not_found',
  });
});
