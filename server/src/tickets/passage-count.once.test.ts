import { expect, test } from 'vitest';
import type { Queryable } from '../platform/database/database.ts';
import { countPassages } from './passage-count-queries.ts';

test('the figures of check-in lists look at what passed in a tier at a list once', async () => {
  const tiers = Array.from({ length: 50 }, (_, n) => ({
    tierId: `t${n}`,
    tierName: '',
    admission: true,
    tickets: 2,
    used: 1,
  }));
  const lists = Array.from({ length: 4 }, (_, n) => ({
    id: `l${n}`,
    eventId: '',
    name: '',
    passes: 'once' as const,
    tierIds: null,
  }));
  let looks = 0;
  const places = lists.flatMap(({ id }) =>
    tiers.map(({ tierId }) => ({
      get listId() {
        looks += 1;
        return id;
      },
      ...{ tierId, passed: 1, inside: 1 },
    })),
  );
  const query = async ({ text }: { text: string }) => (text.includes('from passages') ? places : tiers);
  const count = await countPassages({ query } as unknown as Queryable, '', '');
  for (const list of lists) expect(count(list)[49]).toMatchObject({ tierId: 't49', tickets: 2, passed: 1, inside: 1 });
  expect(looks).toBe(places.length);
});
