import { describe, expect, test } from 'vitest';
import { filipino } from '../../src/shop/pages/filipino.ts';
import { shopTexts } from '../../src/shop/pages/texts.ts';
import { must, PUBLIC_URL, useBoxOffice } from '../fixtures/box-office.ts';
import { openHall, rows } from '../fixtures/hall.ts';
import { type EventData, type EventListData, UNKNOWN_ID } from '../fixtures/test-service.ts';
import { structuredDataOf, violationsOf } from '../readers/structured-data.ts';

const office = await useBoxOffice();
const texts = shopTexts.en;

interface Series {
  id: string;
  name: string;
  slug: string;
  public_url: string;
}
interface Dates {
  series: Series;
  dates: { event_id: string; start_datetime: string; status: string }[];
}
interface Report {
  series: Series;
  dates: { event_id: string; refusal: { code: string; message: string } | null }[];
}

const add = (id: string, body: object) => office.call<Dates>('POST', `/events/${id}/dates`, body);
const preview = (id: string, body: object) =>
  office.call<{ dates: { start_datetime: string; end_datetime: string | null }[] }>(
    'POST',
    `/events/${id}/dates/preview`,
    body,
  );
const read = async (id: string) =>
  (await office.call<EventData & Record<string, unknown>>('GET', `/events/${id}`)).data;
const update = (id: string, body: object) => office.call<Report>('PUT', `/series/${id}`, body);
const listed = async (query: string) => (await office.call<EventListData>('GET', `/events?${query}`)).data.events;

const show = (fields: object = {}) =>
  office.event({ title: 'Friday Show', start_datetime: '2027-03-05T20:00:00+08:00', ...fields });
const FRIDAYS = { rule: { from: '2027-03-05', count: 3, weekdays: ['fri'], times: ['20:00'] } };

/** A show on three Fridays, all published. */
async function openSeries(fields: object = {}, moreTiers: string[] = []) {
  const event = await show(fields);
  for (const name of moreTiers) await office.tier(event, { name });
  const { series, dates } = await must(add(event.id, FRIDAYS));
  await update(series.id, { publish: true });
  return { event, series, ids: [event.id, ...dates.map((date) => date.event_id)] };
}

describe('POST /events/{id}/dates', () => {
  test('makes drafts with the tiers, questions and settings of the event, and leaves out the time that it has', async () => {
    const refund_rule = { allowed: 'automatic', until_hours_before_start: 48, fee_percent: 10, fee_fixed: 0 };
    const event = await show({
      end_datetime: '2027-03-05T22:30:00+08:00',
      sales_end_datetime: '2027-03-04T18:00:00+08:00',
      description_html: '<p>Songs</p>',
      max_per_order: 4,
      refund_rule,
    });
    await office.tier(event, {
      name: 'Early',
      sales_start_datetime: '2027-02-10T00:00:00+08:00',
      sales_end_datetime: '2027-03-01T00:00:00+08:00',
    });
    await must(
      office.call('POST', `/events/${event.id}/questions`, { asked_of: 'order', kind: 'text', label: 'Why?' }),
    );
    await office.buy(event, { quantity: 2 });
    const rule = { ...FRIDAYS.rule, until: null, every: null };
    const { status, data } = await add(event.id, { rule, start_datetimes: null });
    expect(status).toBe(201);
    expect(data.series).toMatchObject({ name: 'Friday Show', slug: expect.stringMatching(/^friday-show/) });
    expect(data.dates.map(({ start_datetime, status }) => [start_datetime, status])).toEqual([
      ['2027-03-12T12:00:00.000Z', 'draft'],
      ['2027-03-19T12:00:00.000Z', 'draft'],
    ]);
    const original = await read(event.id);
    const copy = await read(data.dates[0]?.event_id ?? '');
    expect(copy).toMatchObject({ refund_rule });
    expect(copy).toEqual({
      ...original,
      id: copy.id,
      slug: 'friday-show-2027-03-12t2000',
      public_url: expect.stringContaining(copy.slug),
      status: 'draft',
      start_datetime: '2027-03-12T12:00:00.000Z',
      end_datetime: '2027-03-12T14:30:00.000Z',
      sales_end_datetime: '2027-03-11T10:00:00.000Z',
      tickets_sold: 0,
      series_id: data.series.id,
      series_name: 'Friday Show',
      created_at: office.now().toISOString(),
      updated_at: office.now().toISOString(),
      ticket_tiers: original.ticket_tiers.map((tier, index) => ({
        ...tier,
        id: copy.ticket_tiers[index]?.id,
        quantity_sold: 0,
        available: tier.quantity_total,
        sales_end_datetime: index === 0 ? null : '2027-03-07T16:00:00.000Z',
      })),
    });
    expect(original.series_id).toBe(data.series.id);
    const asked = await office.call<{ questions: object[] }>('GET', `/events/${copy.id}/questions`);
    expect(asked.data.questions).toMatchObject([{ label: 'Why?' }]);
  });

  test('tells that the event itself became a date of the new series', async () => {
    const event = await show();
    const { series } = await must(add(event.id, FRIDAYS));
    expect(await read(event.id)).toMatchObject({ series_id: series.id });
    const told = await office.notifications<{ event_id: string; changed: string[] }>('event.updated');
    const changed = told.filter(({ data }) => data.event_id === event.id).map(({ data }) => data.changed);
    expect(changed).toContainEqual(['series_id', 'series_name']);
  });

  test('copies the seats, each date with its own', async () => {
    const event = await openHall(office, rows(['A', 4]));
    const { dates } = await must(add(event.id, { start_datetimes: ['2027-05-01T20:00', '2027-05-02T20:00'] }));
    for (const { event_id } of dates) expect(await read(event_id)).toMatchObject({ seated: true, capacity: 4 });
  });

  test('adds to the series of a date, in which each time is once, and a cancelled one can be made again', async () => {
    const { series, ids } = await openSeries();
    const more = { start_datetimes: ['2027-03-12T20:00', '2027-03-26T20:00', '2027-03-26T12:00:00Z'] };
    const { dates } = await must(add(ids[1] ?? '', more));
    expect(dates.map(({ start_datetime }) => start_datetime)).toEqual(['2027-03-26T12:00:00.000Z']);
    expect(await add(ids[2] ?? '', more)).toMatchObject({ status: 409, code: 'no_new_date' });
    await office.call('PUT', `/events/${dates[0]?.event_id}`, { status: 'cancelled' });
    expect((await must(add(ids[0] ?? '', more))).series.id).toBe(series.id);
  });

  test.each([
    [
      'a year that no request may have',
      {},
      { from: '9998-01-01', count: 50, every: 52, weekdays: ['fri'], times: ['20:00'] },
    ],
    ['the day after the last one, for a preview, too', {}, { from: '9998-12-30', count: 3, times: ['20:00'] }],
    [
      'an end that moves too far',
      { start_datetime: '1900-01-01T00:00:00+14:00', end_datetime: '9998-12-31T00:00:00Z' },
      { from: '2030-01-01', count: 1, times: ['20:00'] },
    ],
  ])('refuses %s', async (_, fields, rule) => {
    const event = await show(fields);
    for (const ask of [preview, add])
      expect(await ask(event.id, { rule })).toMatchObject({ status: 400, code: 'date_out_of_years' });
    expect(await read(event.id)).toMatchObject({ series_id: null });
  });

  test('is all or none, and at most 100 dates are to come', async () => {
    const event = await show();
    await office.tier(event, {
      sales_start_datetime: '2027-02-20T00:00:00+08:00',
      sales_end_datetime: '2027-03-01T00:00:00+08:00',
    });
    const tooEarly = { start_datetimes: ['2027-03-20T20:00', '2027-02-20T20:00'] };
    expect(await add(event.id, tooEarly)).toMatchObject({ status: 409, code: 'sales_end_before_start' });
    const daily = (count: number) => ({ rule: { from: '2027-03-05', count, times: ['20:00', '14:00'] } });
    expect(await add(event.id, { rule: { ...daily(1).rule, count: undefined, until: '2027-12-31' } })).toMatchObject({
      ...{ status: 409, code: 'too_many_dates', details: { max: 100, coming: 1 } },
      message: 'A series has at most 100 dates to come, and this one has 1',
    });
    expect(await read(event.id)).toMatchObject({ series_id: null });
    const { dates } = await must(add(event.id, daily(100)));
    expect(dates).toHaveLength(99);
    expect(await add(event.id, { start_datetimes: ['2028-01-01T20:00'] })).toMatchObject({ code: 'too_many_dates' });
  });

  test.each([
    [{}, 'start_datetimes', 'missing_field'],
    [{ start_datetimes: ['2027-03-05T20:00'], ...FRIDAYS }, 'rule', 'fields_exclude_each_other'],
    [{ rule: { from: '2027-03-05', times: ['20:00'] } }, 'rule.until', 'missing_field'],
    [{ rule: { ...FRIDAYS.rule, until: '2027-04-01' } }, 'rule.count', 'fields_exclude_each_other'],
    [{ rule: { from: '2027-03-05', until: '2027-03-04', times: ['20:00'] } }, 'rule.from', 'fields_out_of_order'],
    [{ rule: { ...FRIDAYS.rule, times: ['24:00'] } }, 'rule.times[0]', 'invalid_field'],
    [{ rule: { ...FRIDAYS.rule, weekdays: [] } }, 'rule.weekdays', 'invalid_field'],
    [{ rule: { ...FRIDAYS.rule, count: 101 } }, 'rule.count', 'invalid_field'],
    [{ rule: { ...FRIDAYS.rule, every: 0 } }, 'rule.every', 'invalid_field'],
    [{ rule: { ...FRIDAYS.rule, every: 53 } }, 'rule.every', 'invalid_field'],
    [{ start_datetimes: [] }, 'start_datetimes', 'invalid_field'],
  ])('%j is 400 at %s', async (body, field, code) => {
    const event = await show();
    for (const send of [add, preview]) expect(await send(event.id, body)).toMatchObject({ status: 400, field, code });
  });

  test('the preview has the same dates and changes nothing', async () => {
    const event = await show({ end_datetime: '2027-03-05T22:00:00+08:00' });
    const { status, data } = await preview(event.id, FRIDAYS);
    expect(status).toBe(200);
    expect(data.dates).toEqual([
      { start_datetime: '2027-03-12T12:00:00.000Z', end_datetime: '2027-03-12T14:00:00.000Z' },
      { start_datetime: '2027-03-19T12:00:00.000Z', end_datetime: '2027-03-19T14:00:00.000Z' },
    ]);
    expect(await read(event.id)).toMatchObject({ series_id: null });
    const fortnightly = await must(preview(event.id, { rule: { ...FRIDAYS.rule, every: 2 } }));
    expect(fortnightly.dates.map(({ start_datetime }) => start_datetime)).toEqual([
      '2027-03-19T12:00:00.000Z',
      '2027-04-02T12:00:00.000Z',
    ]);
    expect(await preview(UNKNOWN_ID, FRIDAYS)).toMatchObject({ status: 404, code: 'event_not_found' });
  });
});

describe('GET /events?series_id= and GET /series', () => {
  test('list the dates of a series, and the series', async () => {
    office.wait(1);
    const { series, ids } = await openSeries();
    expect((await listed(`series_id=${series.id.toUpperCase()}`)).map(({ id }) => id)).toEqual(ids);
    await office.call('PUT', `/events/${ids[0]}`, { status: 'paused' });
    expect(await listed(`series_id=${series.id}`)).toHaveLength(2);
    expect(await listed(`series_id=${series.id}&any_status=true`)).toHaveLength(3);
    expect(await office.call('GET', `/events?series_id=${UNKNOWN_ID}`)).toMatchObject({
      ...{ status: 404, code: 'series_not_found' },
    });
    const { data } = await office.call<{ series: Series[] }>('GET', '/series?per_page=1');
    expect(data.series).toEqual([(await office.call('GET', `/series/${series.id}`)).data]);
    expect(data.series[0]).toMatchObject({ id: series.id, name: 'Friday Show' });
  });

  test('a copy of a date is an event of its own', async () => {
    const { ids } = await openSeries();
    const { data } = await office.call<EventData>('POST', `/events/${ids[0]}/duplicate`);
    expect(data).toMatchObject({ series_id: null, series_name: null });
  });
});

const move = (id: string, seriesId: string | null) =>
  office.call<EventData>('PUT', `/events/${id}/series`, { series_id: seriesId });

describe('PUT /events/{id}/series', () => {
  test('takes a date out, which keeps its link, tickets and settings, and puts it in again', async () => {
    const { event, series, ids } = await openSeries();
    const [first = '', second = ''] = ids;
    await office.buy(event, { quantity: 2 });
    await office.askCheckout(event);
    const before = await read(first);
    office.wait(1);
    const alone = { ...before, series_id: null, series_name: null, updated_at: office.now().toISOString() };
    const { status, data } = await move(first, null);
    expect([status, data]).toEqual([200, alone]);
    expect((await listed(`series_id=${series.id}&any_status=true`)).map(({ id }) => id)).toEqual(ids.slice(1));
    await update(series.id, { title: 'Other' });
    expect([(await read(first)).title, (await read(second)).title]).toEqual(['Friday Show', 'Other']);
    const { text } = await office.browser.open(series.public_url);
    expect([text.includes('Mar 5'), text.includes('Mar 12')]).toEqual([false, true]);
    office.wait(1);
    const { data: again } = await move(first, series.id.toUpperCase());
    expect(again).toEqual({ ...before, updated_at: office.now().toISOString() });
    const told = await office.notifications<{ event_id: string; changed: string[] }>('event.updated');
    const moved = told.filter(({ data }) => data.event_id === first && data.changed.includes('series_id'));
    const change = { event_id: first, status: 'active', changed: ['series_id', 'series_name'] };
    // It began the series, left it and came back.
    expect(moved.map(({ data }) => data)).toEqual([change, change, change]);
    const { data: log } = await office.call<{ changes: object[] }>('GET', `/audit-log?subject_id=${first}&per_page=2`);
    const [out, inside] = [
      { series_id: null, series_name: null },
      { series_id: series.id, series_name: 'Friday Show' },
    ];
    expect(log.changes).toMatchObject([
      { action: 'event.series_changed', before: out, after: inside },
      { action: 'event.series_changed', before: inside, after: out },
    ]);
    await office.expectConsistency();
  });

  test('leaves a series without dates, which has no page and takes dates again', async () => {
    const { series, ids } = await openSeries();
    for (const id of ids) expect(await move(id, null)).toMatchObject({ status: 200 });
    expect((await office.browser.open(series.public_url)).status).toBe(404);
    expect(await office.call('GET', `/series/${series.id}`)).toMatchObject({ status: 200 });
    const other = await show();
    expect((await move(other.id, series.id)).data).toMatchObject({ series_id: series.id, series_name: 'Friday Show' });
  });

  test('answers 404 and 400, and 409 when the series has 100 dates to come', async () => {
    const { series, ids } = await openSeries();
    const [first = ''] = ids;
    expect(await move(UNKNOWN_ID, series.id)).toMatchObject({ status: 404, code: 'event_not_found' });
    expect(await move(first, UNKNOWN_ID)).toMatchObject({ status: 404, code: 'series_not_found' });
    expect(await move(first, 'x')).toMatchObject({ status: 400, field: 'series_id' });
    expect(await office.call('PUT', `/events/${first}/series`, {})).toMatchObject({ status: 400, field: 'series_id' });
    await must(add(first, { rule: { from: '2027-05-01', count: 97, times: ['20:00'] } }));
    const other = await show();
    const details = { max: 100, coming: 100 };
    expect(await move(other.id, series.id)).toMatchObject({ status: 409, code: 'too_many_dates', details });
    expect((await read(other.id)).series_id).toBeNull();
    await move(first, null);
    expect(await move(other.id, series.id)).toMatchObject({ status: 200 });
  });
});

describe('PUT /series/{id}', () => {
  test('changes every date that is not over, their tiers by name, and publishes drafts only', async () => {
    const { event, series, ids } = await openSeries();
    const [first = '', second = '', third = ''] = ids;
    await office.buy(event);
    await office.call('PUT', `/events/${second}`, { status: 'paused' });
    await office.call('PUT', `/events/${third}`, { status: 'cancelled' });
    const { dates } = await must(add(first, { start_datetimes: ['2027-04-02T20:00'] }));
    const fourth = dates[0]?.event_id ?? '';
    const { status, data } = await update(series.id, {
      name: 'The Show',
      title: 'The Show',
      venue_name: 'Plaza',
      publish: true,
      ticket_tiers: [{ name: 'General Admission', new_name: 'Standing', price: 650.5 }],
    });
    expect(status).toBe(200);
    expect(data.series.name).toBe('The Show');
    expect(data.dates.map(({ event_id, refusal }) => [event_id, refusal])).toEqual(
      [first, second, fourth].map((id) => [id, null]),
    );
    const after = await Promise.all([first, second, fourth, third].map(read));
    expect(after.map(({ title, status, series_name }) => [title, status, series_name])).toEqual([
      ['The Show', 'active', 'The Show'],
      ['The Show', 'paused', 'The Show'],
      ['The Show', 'active', 'The Show'],
      ['Friday Show', 'cancelled', 'The Show'],
    ]);
    for (const { venue_name, ticket_tiers } of after.slice(0, 3)) {
      expect(venue_name).toBe('Plaza');
      expect(ticket_tiers).toMatchObject([{ name: 'Standing', price: 650.5 }]);
    }
  });

  test('tells of each date that the series has another name', async () => {
    const { event, series } = await openSeries();
    await must(update(series.id, { name: 'Friday Nights' }));
    expect(await read(event.id)).toMatchObject({ series_name: 'Friday Nights' });
    const told = await office.notifications<{ event_id: string; changed: string[] }>('event.updated');
    const changed = told.filter(({ data }) => data.event_id === event.id).map(({ data }) => data.changed);
    expect(changed).toContainEqual(['series_name']);
  });

  test('can be sent again, also when it renames a tier', async () => {
    const { series, ids } = await openSeries({});
    const change = { ticket_tiers: [{ name: 'General Admission', new_name: 'Standing', price: 650 }] };
    for (const _ of ['first', 'again'])
      expect((await update(series.id, change)).data.dates.map(({ refusal }) => refusal)).toEqual(ids.map(() => null));
  });

  test.each([
    ['in order', [0, 1, 2]],
    ['reversed', [2, 1, 0]],
  ])('can be sent again when tiers take the names of each other, %s', async (_order, order) => {
    const { series, ids } = await openSeries({}, ['Early', 'Late']);
    const names = ['General Admission', 'Early', 'Late', 'Last'];
    const changes = names.slice(0, 3).map((name, nth) => ({ name, new_name: names[nth + 1], price: 100 * (nth + 1) }));
    const change = { ticket_tiers: order.map((nth) => changes[nth]) };
    for (const _ of ['first', 'again']) {
      expect((await update(series.id, change)).data.dates.map(({ refusal }) => refusal)).toEqual(ids.map(() => null));
      for (const { ticket_tiers } of await Promise.all(ids.map(read)))
        expect(ticket_tiers.map(({ name, price }) => `${name} ${price}`)).toEqual([
          'Early 100',
          'Late 200',
          'Last 300',
        ]);
    }
  });

  test('reports the dates that cannot take it, which keep all that they had', async () => {
    const { event, series, ids } = await openSeries({ capacity: 10 });
    await office.buy(event, { quantity: 5 });
    const { data } = await update(series.id, { title: 'Small', capacity: 4 });
    const message = 'capacity cannot be below the 5 sold and 0 held places';
    const details = { sold: 5, held: 0 };
    expect(data.dates.map(({ refusal }) => refusal)).toEqual([
      { message, status: 409, code: 'capacity_too_small', details },
      null,
      null,
    ]);
    const tiers = { title: 'Other', ticket_tiers: [{ name: 'VIP', price: 1 }] };
    await office.tier(event);
    expect((await update(series.id, tiers)).data.dates.map(({ refusal }) => refusal?.code)).toEqual([
      undefined,
      'tier_not_found',
      'tier_not_found',
    ]);
    const after = await Promise.all(ids.map(read));
    expect(after.map(({ title, capacity }) => [title, capacity])).toEqual([
      ['Other', 10],
      ['Small', 4],
      ['Small', 4],
    ]);
  });

  test('answers 404 for an unknown series, and 400 for what a date does not have', async () => {
    expect(await update(UNKNOWN_ID, { name: 'X' })).toMatchObject({ status: 404, code: 'series_not_found' });
    expect(await update(UNKNOWN_ID, { title: 'X' })).toMatchObject({ status: 404, code: 'series_not_found' });
    const { series } = await openSeries();
    expect(await update(series.id, { capacity: 0 })).toMatchObject({ status: 400, field: 'capacity' });
    expect(await update(series.id, { ticket_tiers: [{ price: 1 }] })).toMatchObject({
      ...{ status: 400, field: 'ticket_tiers[0].name' },
    });
  });
});

describe('a series in the shop', () => {
  const open = (url: string) => office.browser.open(url);
  const SHOP = `${PUBLIC_URL}/shop/lakbay-concerts`;
  const pathOf = (url: string) => url.slice(PUBLIC_URL.length);

  test('is listed once, with its next date, the number of dates and the lowest price', async () => {
    const { series, ids } = await openSeries({ title: 'Only Once', slug: 'only-once', price: 800 });
    await office.call('PUT', `/tiers/${(await read(ids[2] ?? '')).ticket_tiers[0]?.id}`, { price: 300 });
    const page = await open(SHOP);
    expect(page.links.filter(({ text }) => text === 'Only Once').map(({ href }) => href)).toEqual([
      pathOf(series.public_url),
    ]);
    expect(page.text).toMatch(/3 dates, next Friday, March 5, 2027 at 8:00\sPM/);
    expect(page.text).toContain('from ₱300.00');
    for (const id of ids.slice(1)) await office.call('PUT', `/events/${id}`, { status: 'paused' });
    expect((await open(SHOP)).links.find(({ text }) => text === 'Only Once')?.href).toBe(
      '/shop/lakbay-concerts/only-once',
    );
  });

  test('has a page with each date and what is left, in both languages', async () => {
    const { event, series, ids } = await openSeries({ title: 'Choose One', capacity: 12, price: 100 });
    await office.buy(event, { quantity: 9 });
    await office.call('PUT', `/events/${ids[1]}`, { status: 'sold_out' });
    const page = await open(series.public_url);
    expect(page.status).toBe(200);
    expect(page.html).not.toMatch(/<script(?! type="application\/ld\+json")/);
    for (const shown of ['Choose One', 'March 2027', '₱100.00 · Only 3 left', texts.soldOutBadge])
      expect(page.text).toContain(shown);
    const slugs = await Promise.all(ids.map(async (id) => (await read(id)).slug));
    expect(page.links.flatMap(({ href }) => slugs.filter((slug) => href === `/shop/lakbay-concerts/${slug}`))).toEqual(
      slugs,
    );
    expect((await open(`${series.public_url}?lang=fil`)).text).toContain(filipino.series.choose);
    const data = structuredDataOf(page.html);
    expect(violationsOf(data)).toEqual([]);
    expect(data).toMatchObject({
      '@type': 'EventSeries',
      name: 'Choose One',
      url: series.public_url,
      startDate: '2027-03-05T12:00:00.000Z',
      subEvent: slugs.map((slug) => ({ '@type': 'Event', url: `${SHOP}/${slug}` })),
    });
    const sitemap = await office.inject({ method: 'GET', url: '/sitemap.xml' });
    expect(sitemap.body).toContain(`<loc>${series.public_url}</loc>`);
    expect((await office.inject({ method: 'GET', url: `${pathOf(series.public_url)}/qr.svg` })).statusCode).toBe(200);
  });

  test('says why there is nothing to buy on a date that has only an add-on left, without a price', async () => {
    const { event, series } = await openSeries({ title: 'Parking Left', capacity: 2, price: 100 });
    await office.tier(event, { name: 'Parking', price: 50, quantity_total: 5, admission: false });
    // Another buyer has the last tickets.
    await office.checkout(event, { quantity: 2 });
    const { text } = await open(series.public_url);
    expect(text).not.toContain('∞');
    expect(text).toContain('All tickets are taken for the moment');
  });

  test('is linked from each of its dates, with the other dates', async () => {
    const { series, ids } = await openSeries({ title: 'Linked' });
    const [first, second, third] = await Promise.all(ids.map(read));
    const page = await open(`${first?.public_url}?utm_source=x`);
    const hrefs = page.links.map(({ href }) => href);
    for (const url of [second?.public_url, third?.public_url, series.public_url])
      expect(hrefs).toContain(`${pathOf(String(url))}?utm_source=x`);
    expect(structuredDataOf(page.html)).toMatchObject({
      superEvent: { '@type': 'EventSeries', url: series.public_url },
    });
    expect(violationsOf(structuredDataOf(page.html))).toEqual([]);
  });

  test('is 404 while all dates are drafts or hidden, and escapes what organizers wrote', async () => {
    const draft = await must(
      office.call<EventData>('POST', '/events', {
        ...{ title: '</script><b>Evil</b>', start_datetime: '2027-03-05T20:00', capacity: 5 },
      }),
    );
    const { series } = await must(add(draft.id, FRIDAYS));
    expect((await open(series.public_url)).status).toBe(404);
    expect((await open(`${SHOP}/s/unknown`)).status).toBe(404);
    expect((await open(series.public_url.replace('lakbay-concerts', 'isla-events'))).status).toBe(404);
    await update(series.id, { publish: true, venue_name: '<i>Hall</i>', listed: false });
    expect((await open(series.public_url)).status).toBe(404);
    await update(series.id, { listed: true });
    const { html, status } = await open(series.public_url);
    expect(status).toBe(200);
    expect(html).not.toContain('<b>Evil');
    expect(html).not.toContain('<i>Hall');
  });

  test('is among past events once, when all of its dates are over', async () => {
    const { series, ids } = await openSeries({ title: 'All Over' });
    for (const id of ids) await office.call('PUT', `/events/${id}`, { status: 'completed' });
    expect((await open(SHOP)).links.filter(({ text }) => text === 'All Over')).toHaveLength(1);
    expect((await open(series.public_url)).text).toContain(texts.nothingComing);
  });
});
