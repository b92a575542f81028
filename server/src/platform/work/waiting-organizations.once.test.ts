import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId, type Uuid } from '../../values/uuid.ts';
import { type Look, ROWS_PER_LOOK, Round, waitingOrganizations } from './waiting-organizations.ts';

const MOST = 10;

/** Queues of these lengths, as the database would look at them. */
function queues(lengths: number[]) {
  const ids = lengths.map((_, nth) => newId(new Date(nth))).toSorted();
  const rows = ids.flatMap((organizationId, nth) => Array(lengths[nth]).fill({ organizationId }));
  const asked = { looks: 0 };
  const look: Look = async (after, limit) => {
    asked.looks += 1;
    return rows.filter(({ organizationId }) => organizationId > after).slice(0, limit);
  };
  return { ids: ids.filter((_, nth) => lengths[nth]), look, asked };
}

const lengths = fc.array(fc.oneof(fc.constant(0), fc.constant(1), fc.integer({ min: 0, max: 3 * ROWS_PER_LOOK })), {
  maxLength: 5 * MOST,
  // Otherwise most are too short for a second claim.
  size: 'max',
});

test('all organizations with waiting rows are found once, in the order of their ids', () =>
  fc.assert(
    fc.asyncProperty(lengths, async (lengths) => {
      const { ids, look } = queues(lengths);
      expect(await Array.fromAsync(waitingOrganizations(look))).toEqual(ids);
    }),
  ));

test('a round reaches every organization, some at a time, however many wait', () =>
  fc.assert(
    fc.asyncProperty(lengths, async (lengths) => {
      const { ids, look, asked } = queues(lengths);
      const round = new Round();
      const found = new Set<Uuid>();
      for (let claims = Math.ceil(ids.length / MOST); claims > 0; claims--) {
        const before = asked.looks;
        const next = await round.next(look, MOST);
        expect(new Set(next).size).toBe(next.length);
        expect(next).toHaveLength(Math.min(MOST, ids.length));
        // Each look finds an organization, but for the last ones before the end and before the place where it began.
        expect(asked.looks - before).toBeLessThanOrEqual(MOST + 2);
        for (const id of next) found.add(id);
      }
      expect([...found].toSorted()).toEqual(ids);
    }),
  ));
