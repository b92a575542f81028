import type { Model } from '../../api/models.ts';

interface Named {
  id: string;
  name: string;
}

/** A tier may be sold in a hundred sections. */
const MOST_SECTIONS = 3;

/** Whether a name alone does not say which tier it is. */
export const hasTwins = (tiers: readonly Named[]): boolean =>
  new Set(tiers.map(({ name }) => name)).size < tiers.length;

/** What tiers are called, by id: those of one name with their sections. */
export function tierLabels(
  tiers: readonly Named[],
  sections: readonly Pick<Model<'Section'>, 'label' | 'prices'>[],
): ReadonlyMap<string, string> {
  return new Map(
    tiers.map(({ id, name }) => {
      const isNamedTwice = tiers.some((other) => other.id !== id && other.name === name);
      const own = sections.filter(({ prices }) => prices.some((price) => price.tier_id === id));
      const shown = own.slice(0, MOST_SECTIONS).map(({ label }) => label);
      const more = own.length > MOST_SECTIONS ? ', …' : '';
      return [id, isNamedTwice && own.length > 0 ? `${name} (${shown.join(', ')}${more})` : name];
    }),
  );
}
