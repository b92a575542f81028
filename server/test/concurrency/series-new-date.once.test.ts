import { expect, test } from 'vitest';
import { sales } from '../../src/sales/sales-for-events.ts';
import { addDates } from '../../src/series/add-dates.ts';
import { updateSeries } from '../../src/series/update-series.ts';
import { heldAt } from '../databases/held-at.ts';
import { openBoxOffice } from '../fixtures/box-office.ts';

test('a change of every date of a series reaches a date that is made meanwhile', async () => {
  const office = await openBoxOffice();
  const { organizationId, parts, db } = office;
  const first = await office.event({ start_datetime: '2027-03-01T20:00', price: 500 });
  const { data } = await office.call<{ series: { id: string }; dates: { event_id: string }[] }>(
    'POST',
    `/events/${first.id}/dates`,
    { start_datetimes: ['2027-03-03T20:00'] },
  );
  const last = data.dates[0]?.event_id ?? '';
  const common = { organizationId, actor: { kind: 'system' }, now: office.now() } as const;
  const { held, reached, goOn } = heldAt(db, 'attendee_details from events');
  const update = updateSeries(held, parts.geocoder, sales, {
    ...{ ...common, seriesId: data.series.id, name: undefined, publishes: false, clock: parts.clock },
    ...{ fields: { ticketPriceCentavos: 70_000 }, tiers: [] },
  });
  await reached;
  const starts = [new Date('2027-03-02T12:00:00Z')];
  const made = await addDates(db, { ...common, eventId: last, starts, timeZone: 'Asia/Manila' });
  goOn();
  const ids = [first.id, made.dates[0]?.eventId, last];
  expect((await update).dates.map(({ eventId }) => eventId)).toEqual(ids);
  const prices = ids.map(async (id) => (await office.call('GET', `/events/${id}`)).data.ticket_price);
  expect(await Promise.all(prices)).toEqual([700, 700, 700]);
  await office.close();
});
