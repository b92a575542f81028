import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tierBefore } from './tier-order.ts';

const NOW = new Date('2027-02-01T04:00:00.000Z');
const earlier = (ms: number) => new Date(NOW.getTime() - ms);

const counts = fc.record({ sold: fc.nat(3), held: fc.nat(3), blocked: fc.nat(2), waiting: fc.nat(3), free: fc.nat(3) });
const chains = fc.array(counts, { minLength: 1, maxLength: 6 }).map((links) => {
  const tiers = links.map(({ free, ...taken }, index) => ({
    id: String(index),
    followsTierId: index === 0 ? null : String(index - 1),
    isActive: true,
    admission: true,
    salesEndDatetime: null as Date | null,
    quantityTotal: taken.sold + taken.held + taken.blocked + taken.waiting + free,
    ...taken,
    takenByOthers: 0,
    free,
  }));
  return { seated: false, capacity: 1_000, sold: 0, held: 0, blocked: 0, tiers };
});

describe('tiers that follow each other', () => {
  test('are on sale one at a time: the first with a place that anyone can buy', () => {
    fc.assert(
      fc.property(chains, (places) => {
        const first = places.tiers.find(({ free }) => free > 0);
        const onSale = places.tiers.filter((tier) => tier.free > 0 && !tierBefore(places, tier, NOW));
        expect(onSale).toEqual(first ? [first] : []);
      }),
    );
  });

  test.each([
    ['while it has a free place and its sale goes on', {}, '0'],
    ['not when its sale has ended', { salesEndDatetime: earlier(0) }, undefined],
    ['until its sale ends', { salesEndDatetime: earlier(-1) }, '0'],
    ['not when it is not active', { isActive: false }, undefined],
    ['not when its last places are owed to a waiting list', { waiting: 2 }, undefined],
  ])('the second waits for the first %s', (_, fields, id) => {
    const first = {
      sold: 1,
      held: 1,
      blocked: 1,
      takenByOthers: 0,
      waiting: 0,
      quantityTotal: 5,
      isActive: true,
      salesEndDatetime: null,
      ...fields,
    };
    const tiers = [
      { id: '0', followsTierId: null, admission: true, ...first },
      { id: '1', followsTierId: '0', admission: true, ...first },
    ];
    const places = { seated: false, capacity: 10, sold: 2, held: 2, blocked: 0, tiers };
    expect(tierBefore(places, { followsTierId: '0' }, NOW)?.id).toBe(id);
  });
});
