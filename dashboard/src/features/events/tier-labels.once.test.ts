import { expect, test } from 'vitest';
import { hasTwins, tierLabels } from './tier-labels.ts';

const tiers = [
  { id: 'a', name: 'Adult' },
  { id: 'b', name: 'Adult' },
  { id: 'c', name: 'Child' },
  { id: 'd', name: 'Adult' },
];
const section = (label: string, ...ids: string[]) => ({
  label,
  prices: ids.map((tier_id) => ({ tier_id, name: '', price: 0, available: 0, largest_block: 0 })),
});

test('tiers of one name are called by their sections, three at most', () => {
  const sections = [section('Floor', 'a', 'c'), ...['N', 'E', 'S', 'W'].map((label) => section(label, 'b'))];
  expect([...tierLabels(tiers, sections).values()]).toEqual(['Adult (Floor)', 'Adult (N, E, S, …)', 'Child', 'Adult']);
  expect(hasTwins(tiers)).toBe(true);
  expect(hasTwins(tiers.slice(1, 3))).toBe(false);
});
