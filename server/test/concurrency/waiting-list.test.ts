import { afterEach, describe, expect, test } from 'vitest';
import { NO_EVENT_LOCK, type Sabotage } from '../databases/sabotage.ts';
import { type BoxOffice, openBoxOffice } from '../fixtures/box-office.ts';
import { openLine } from '../fixtures/waiting-line.ts';
import { control } from './control.ts';

const PLACES = 4;
const PASSERS_BY = 12;

/** Buyers do not see that free places are owed to the list. */
const BLIND_TO_THE_LIST: Sabotage = [
  ['blocked, waiting, offered, minimum_price_centavos', 'blocked, 0 as waiting, offered, minimum_price_centavos'],
];

describe(`${PLACES} places come back while the list and ${PASSERS_BY} passers-by want them, on two instances`, () => {
  let office: BoxOffice;
  afterEach(() => office.close());

  async function race(sabotage: Sabotage = []) {
    office = await openBoxOffice({ sabotage, instances: 2 });
    const line = openLine(office);
    const event = await line.soldOut(PLACES);
    for (let person = 0; person < PLACES + 2; person++) await line.join(event);
    let refunded = false;
    /** Asks again and again while the places come back, and once more afterwards. @returns whether they got one */
    async function passBy(): Promise<boolean> {
      const isLast = refunded;
      const { status } = await office.askCheckout(event);
      return status === 201 || (!isLast && passBy());
    }
    const passersBy = Array.from({ length: PASSERS_BY }, passBy);
    for (const id of event.ticketIds) {
      const [{ status }] = await Promise.all([
        office.call('POST', `/tickets/${id}/refund`),
        office.offerPlaces(),
        office.offerPlaces(),
      ]);
      expect(status).toBe(200);
    }
    refunded = true;
    const gotOne = (await Promise.all(passersBy)).filter(Boolean).length;
    await office.offerPlaces();
    return { event, line, passersBy: gotOne };
  }

  test('the first of the list get all of them, and nobody else any', async () => {
    const { event, line, passersBy } = await race();
    expect(passersBy).toBe(0);
    expect(await line.statuses(event)).toEqual([...Array(PLACES).fill('offered'), 'waiting', 'waiting']);
    expect(await office.counters(event)).toEqual({ sold: 0, held: PLACES });
    await office.expectConsistency();
  });

  control('passers-by get some when a hold does not look at the list', async () => {
    const { passersBy } = await race(BLIND_TO_THE_LIST);
    expect(office.sabotageUsed()).toBe(true);
    expect(passersBy).toBeGreaterThan(0);
  });
});

describe('one address that joins many times at once, on two instances', () => {
  let office: BoxOffice;
  afterEach(() => office.close());

  async function rush(sabotage: Sabotage = []) {
    office = await openBoxOffice({ sabotage, instances: 2 });
    const line = openLine(office);
    const event = await line.soldOut();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => line.askJoin(event, { email: 'ana@example.com' })),
    );
    return { event, line, joined: answers.filter(({ status }) => status === 201).length };
  }

  test('waits once', async () => {
    const { event, line, joined } = await rush();
    expect(joined).toBe(1);
    expect(await line.statuses(event)).toEqual(['waiting']);
    await office.expectConsistency();
  });

  test('waits once even without the lock of the event: the index is the guarantee', async () => {
    const { event, line } = await rush(NO_EVENT_LOCK);
    expect(await line.statuses(event)).toEqual(['waiting']);
  });
});

describe('a person who leaves while the offer to them is made', () => {
  let office: BoxOffice;
  afterEach(() => office.close());

  test('leaves, or has left the offer: no place is lost or promised twice', async () => {
    office = await openBoxOffice({ instances: 2 });
    const line = openLine(office);
    for (let round = 0; round < 8; round++) {
      const event = await line.soldOut();
      const [first] = [await line.join(event), await line.join(event)];
      await line.refund([event.ticketId]);
      const [left] = await Promise.all([
        office.call('DELETE', `/waiting-list-entries/${first.id}`),
        office.offerPlaces(),
      ]);
      expect(left.status).toBe(204);
      await office.offerPlaces();
      expect(await line.statuses(event)).toEqual(['left', 'offered']);
      expect(await office.counters(event)).toEqual({ sold: 0, held: 1 });
      await office.expectConsistency();
    }
  });
});
