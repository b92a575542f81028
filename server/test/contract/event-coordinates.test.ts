import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Place } from '../../src/geocoding/geocoder.ts';
import { type EventData, openTestService, type TestService } from '../fixtures/test-service.ts';

const CEBU = { latitude: 10.5, longitude: 123.5 };
const DAVAO = { latitude: 7.5, longitude: 125.5 };
const SENT = { latitude: 1.25, longitude: 2.5 };
const NOWHERE = { latitude: null, longitude: null };

describe('the coordinates of an event', () => {
  let service: TestService;
  let asked: Place[] = [];
  /** A search for Davao City waits for `goOn`. */
  let reached = Promise.withResolvers<void>();
  let goOn = Promise.withResolvers<void>();
  /** Runs at every search for Baguio. */
  let moving = async () => {};
  beforeAll(async () => {
    goOn.resolve();
    service = await openTestService({
      geocoder: {
        async find(place) {
          asked.push(place);
          if (place.city === 'Davao City') {
            reached.resolve();
            await goOn.promise;
          }
          if (place.city === 'Baguio') await moving();
          if (place.city === 'Cebu City') return CEBU;
          return place.city === 'Davao City' ? DAVAO : null;
        },
      },
    });
  });
  afterAll(() => service.close());

  async function created(fields: Record<string, unknown>) {
    asked = [];
    return service.draft(fields);
  }
  async function changed(first: Record<string, unknown>, ...changes: Record<string, unknown>[]) {
    const { id } = await created(first);
    asked = [];
    for (const change of changes) await service.ours.put(`/events/${id}`, change);
    return service.readEvent(id);
  }

  describe('on POST', () => {
    test('are looked up by venue, address and city when they are not sent', async () => {
      const event = await created({ venue_name: 'Arena', address: '1 Main St', city: 'Cebu City' });
      expect(event).toMatchObject(CEBU);
      expect(asked).toEqual([{ venueName: 'Arena', address: '1 Main St', city: 'Cebu City' }]);
      expect(await service.readEvent(event.id)).toMatchObject(CEBU);
    });

    test('are looked up when they are sent as null', async () => {
      expect(await created({ city: 'Cebu City', ...NOWHERE })).toMatchObject(CEBU);
    });

    test('are null when nothing is found: the request succeeds', async () => {
      expect(await created({ city: 'Atlantis' })).toMatchObject(NOWHERE);
    });

    test('are not looked up when both are sent', async () => {
      expect(await created({ city: 'Cebu City', ...SENT })).toMatchObject(SENT);
      expect(asked).toEqual([]);
    });

    test.each([0, -90, 90])('may be %d degrees of latitude', async (latitude) => {
      expect(await created({ latitude, longitude: -2 * latitude })).toMatchObject({ latitude });
    });
  });

  describe('on PUT', () => {
    test.each<[string, Record<string, unknown>]>([
      ['venue', { venue_name: 'Hall' }],
      ['address', { address: '2 Main St' }],
      ['city', { city: 'Davao City' }],
    ])('are found again when the %s changes', async (_name, change) => {
      const event = await changed({ venue_name: 'Arena', address: '1 Main St', city: 'Cebu City' }, change);
      expect(asked).toHaveLength(1);
      expect(event).toMatchObject('city' in change ? DAVAO : CEBU);
    });

    test('are cleared when the new place is not found', async () => {
      expect(await changed({ city: 'Cebu City' }, { city: 'Atlantis' })).toMatchObject(NOWHERE);
      expect(await changed({ city: 'Cebu City' }, { city: null })).toMatchObject(NOWHERE);
    });

    test('match the stored place when two changes of it meet', async () => {
      const { id } = await created({ venue_name: 'Arena', city: 'Cebu City' });
      asked = [];
      reached = Promise.withResolvers();
      goOn = Promise.withResolvers();
      const moving = service.ours.put(`/events/${id}`, { city: 'Davao City' });
      await reached.promise;
      await service.ours.put(`/events/${id}`, { venue_name: 'Hall' });
      goOn.resolve();
      await moving;
      expect(asked.at(-1)).toMatchObject({ venueName: 'Hall', city: 'Davao City' });
      expect(await service.readEvent(id)).toMatchObject({ venue_name: 'Hall', city: 'Davao City', ...DAVAO });
    });

    test('are looked up at most five times while other requests move the event, then the change answers 409', async () => {
      const { id } = await created({});
      asked = [];
      moving = () =>
        service.db
          .query(sql`update events set address = ${`${asked.length} Session Road`} where id = ${id}`)
          .then(() => {});
      const { status } = await service.ours.put(`/events/${id}`, { city: 'Baguio' });
      moving = async () => {};
      expect(status).toBe(409);
      expect(asked).toHaveLength(5);
      expect(await service.readEvent(id)).toMatchObject({ city: null, ...NOWHERE });
      expect((await service.ours.put(`/events/${id}`, { city: 'Baguio' })).status).toBe(200);
    });

    test('are not looked up when the place does not change', async () => {
      const event = await changed({ city: 'Cebu City' }, { title: 'Renamed' }, { city: 'Cebu City' });
      expect(event).toMatchObject(CEBU);
      expect(asked).toEqual([]);
    });

    test('stay as sent when the place changes', async () => {
      expect(await changed({ city: 'Cebu City', ...SENT }, { city: 'Davao City' })).toMatchObject(SENT);
    });

    test('stay as sent until they are sent again', async () => {
      expect(await changed({ city: 'Cebu City' }, SENT, { city: 'Davao City' })).toMatchObject(SENT);
      expect(await changed(SENT, { city: 'Cebu City' }, DAVAO)).toMatchObject(DAVAO);
    });

    test('stay as sent until they are cleared; then the next place is looked up', async () => {
      expect(await changed({ city: 'Cebu City', ...SENT }, NOWHERE, { city: 'Davao City' })).toMatchObject(DAVAO);
      expect(await changed({ city: 'Cebu City', ...SENT }, { ...NOWHERE, city: 'Davao City' })).toMatchObject(DAVAO);
    });

    test('can be sent singly if the other is stored', async () => {
      expect(await changed(SENT, { latitude: 9 })).toMatchObject({ latitude: 9, longitude: SENT.longitude });
      expect(await changed(SENT, { longitude: 9 })).toMatchObject({ latitude: SENT.latitude, longitude: 9 });
    });

    test('answer 400 when one would stand alone, and nothing changes', async () => {
      const { id } = await created({});
      for (const fields of [{ latitude: 9 }, { longitude: 9 }])
        expect((await service.ours.put(`/events/${id}`, { title: 'X', ...fields })).body.error).toMatchObject({
          status: 400,
          code: 'coordinates_incomplete',
        });
      expect(await service.readEvent(id)).toMatchObject({ title: 'Night Market', ...NOWHERE });
      const withBoth = await created(SENT);
      expect((await service.ours.put(`/events/${withBoth.id}`, { latitude: null })).body.error).toMatchObject({
        status: 400,
        code: 'coordinates_incomplete',
      });
    });

    test('are looked up once for all dates of a series, also when nothing is found', async () => {
      const { id } = await created({ city: 'Davao City' });
      const rule = { from: '2027-05-01', count: 3, times: ['20:00'] };
      const made = await service.ours.post<{ series: { id: string }; dates: { event_id: string }[] }>(
        `/events/${id}/dates`,
        { rule },
      );
      const { series, dates } = made.body.data;
      for (const [city, found] of [['Atlantis', NOWHERE] as const, ['Cebu City', CEBU] as const]) {
        asked = [];
        await service.ours.put(`/series/${series.id}`, { city });
        expect(asked).toMatchObject([{ city }]);
        for (const date of dates) expect(await service.readEvent(date.event_id)).toMatchObject(found);
      }
    });
  });
});

describe('the built-in gazetteer', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openTestService();
  });
  afterAll(() => service.close());

  test('finds Philippine cities in their usual spellings', async () => {
    for (const city of ['Cebu City', 'cebu', 'Quezon City', 'Iloilo City', 'Davao']) {
      const { latitude, longitude } = (await service.ours.post<EventData>('/events', service.eventBody({ city }))).body
        .data;
      expect({ city, found: latitude !== null && longitude !== null }).toEqual({ city, found: true });
      expect(latitude).toBeGreaterThan(4);
      expect(latitude).toBeLessThan(22);
      expect(longitude).toBeGreaterThan(116);
      expect(longitude).toBeLessThan(127);
    }
  });

  test('does not find Atlantis', async () => {
    expect(await service.draft({ city: 'Atlantis' })).toMatchObject(NOWHERE);
  });
});
