import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MOST_SLUGS } from '../../src/organizations/refusals.ts';
import { expectConsistency } from '../consistency/expect-consistency.ts';
import { type EventData, must, openTestService, PUBLIC_URL, type TestService } from '../fixtures/test-service.ts';

const SHOP = `${PUBLIC_URL}/shop/lakbay-concerts`;

interface Addressed {
  slug: string;
  public_url: string;
}

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(async () => {
  await expectConsistency(service.db, service.now());
  await service.close();
});

const change = (id: string, body: object) => service.ours.put<EventData>(`/events/${id}`, body);

describe('the address of an event', () => {
  test('is made of its title, with a number when it is taken, and is in the list too', async () => {
    const title = 'Sigaw ng Señorita!';
    const [first, second] = [await service.event({ title }), await service.event({ title })];
    expect(first).toMatchObject({ slug: 'sigaw-ng-senorita', public_url: `${SHOP}/sigaw-ng-senorita`, listed: true });
    expect(second).toMatchObject({ slug: 'sigaw-ng-senorita-2', public_url: `${SHOP}/sigaw-ng-senorita-2` });
    const { events } = await must(service.ours.get<{ events: EventData[] }>('/events'));
    expect(events.find(({ id }) => id === second.id)).toMatchObject({
      slug: second.slug,
      public_url: second.public_url,
      listed: true,
    });
  });

  test('is taken once, however many events with one title are created at once', async () => {
    const bodies = Array.from({ length: 12 }, () => service.draft({ title: 'Open Mic' }));
    const slugs = (await Promise.all(bodies)).map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(12);
    expect(slugs.filter((slug) => !/^open-mic(-[2-9]|-[a-z0-9]{6})?$/.test(slug))).toEqual([]);
  });

  test('may be that of another organization’s event', async () => {
    await service.draft({ title: 'Shared' });
    const body = service.eventBody({ title: 'Shared' });
    expect((await service.theirs.post<EventData>('/events', body)).body.data.public_url).toBe(
      `${PUBLIC_URL}/shop/isla-events/shared`,
    );
  });

  test('is chosen when the event is created, or later', async () => {
    const made = await service.draft({ title: 'Chosen', slug: 'my-own-2027', listed: false });
    expect(made).toMatchObject({ slug: 'my-own-2027', listed: false });
    const changed = await change(made.id, { slug: 'my-other', listed: true });
    expect(changed.body.data).toMatchObject({ slug: 'my-other', public_url: `${SHOP}/my-other`, listed: true });
    expect((await change(made.id, { listed: false })).body.data.listed).toBe(false);
    expect((await change(made.id, { listed: null })).body.data.listed).toBe(true);
  });

  test.each(['ab', 'x'.repeat(81), 'Night-Market', 'night market', 'ñu-concert', 'a/b', '', 5, null])(
    'is refused as %j',
    async (slug) => {
      const event = await service.draft();
      const answer = await change(event.id, { slug });
      expect(answer).toMatchObject({
        status: 400,
        body: {
          error: {
            field: 'slug',
            message: 'slug must be a string of 3 to 80 characters, only lower-case letters a to z, digits and hyphens',
          },
        },
      });
      expect((await service.readEvent(event.id)).slug).toBe(event.slug);
    },
  );

  test('of another event, also an earlier one, is refused; its own earlier one is not', async () => {
    const one = await service.event({ title: 'One Night' });
    const other = await service.event({ title: 'Other Night' });
    const refused = { status: 409, body: { error: { code: 'slug_taken', field: 'slug' } } };
    expect(await change(other.id, { slug: 'one-night' })).toMatchObject(refused);
    await change(one.id, { slug: 'one-day' });
    expect(await change(other.id, { slug: 'one-night' })).toMatchObject(refused);
    expect(await service.ours.post('/events', service.eventBody({ slug: 'one-night' }))).toMatchObject(refused);
    expect((await change(one.id, { slug: 'one-night' })).body.data.slug).toBe('one-night');
  });

  test('stays when the title changes', async () => {
    const { id } = await service.event({ title: 'On Sale' });
    expect((await change(id, { title: 'Renamed' })).body.data).toMatchObject({ title: 'Renamed', slug: 'on-sale' });
  });

  test('of a copy is its own', async () => {
    const event = await service.event({ title: 'Copied', listed: false });
    const copy = await must(service.ours.post<EventData>(`/events/${event.id}/duplicate`));
    expect(copy).toMatchObject({ slug: 'copied-2', listed: false });
  });

  test('is a change that programs hear of', async () => {
    const { id } = await service.event({ title: 'Heard' });
    await change(id, { slug: 'heard-of', listed: false });
    const told = (await service.notifications({ id })).map(({ data }) => data.changed);
    expect(told).toContainEqual(['slug', 'listed']);
  });

  test('changes a limited number of times', async () => {
    const { id } = await service.event({ title: 'Renamed Often' });
    for (let number = 2; number <= MOST_SLUGS; number++)
      expect((await change(id, { slug: `often-${number}` })).status).toBe(200);
    expect(await change(id, { slug: 'once-more' })).toMatchObject({
      status: 409,
      body: { error: { code: 'too_many_slugs', field: 'slug', details: { max: MOST_SLUGS } } },
    });
    expect((await change(id, { slug: 'often-2' })).status).toBe(200);
  });
});

describe('the address of a shop', () => {
  const rename = (slug: unknown) => service.ours.put<Addressed>('/organization', { slug });

  test('is made of the name of the organization, with a number when it is taken', async () => {
    const again = await service.organization('Lakbay Concerts');
    expect((await again.get<Addressed>('/organization')).body.data).toMatchObject({
      slug: 'lakbay-concerts-2',
      public_url: `${PUBLIC_URL}/shop/lakbay-concerts-2`,
    });
  });

  test('of another organization, also an earlier one, is refused', async () => {
    const refused = { status: 409, body: { error: { code: 'slug_taken', field: 'slug' } } };
    expect(await rename('isla-events')).toMatchObject(refused);
    await service.theirs.put('/organization', { slug: 'isla' });
    expect(await rename('isla-events')).toMatchObject(refused);
    expect(await rename('Isla')).toMatchObject({ status: 400, body: { error: { field: 'slug' } } });
    expect((await rename('lakbay')).body.data.public_url).toBe(`${PUBLIC_URL}/shop/lakbay`);
    expect((await rename('lakbay-concerts')).body.data.slug).toBe('lakbay-concerts');
  });

  test('is in the public_url of its events from the next request', async () => {
    const { id } = await service.event({ title: 'Moving' });
    await rename('lakbay-live');
    expect((await service.readEvent(id)).public_url).toBe(`${PUBLIC_URL}/shop/lakbay-live/moving`);
    await rename('lakbay-concerts');
  });
});
