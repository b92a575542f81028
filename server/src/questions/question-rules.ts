import type { Tier } from '../events/event.ts';
import { eventRefusals } from '../events/refusals.ts';
import type { Question } from './question.ts';
import { questionRefusals } from './refusals.ts';

/**
 * @throws Refusal 400 for options that do not fit the kind, or an add-on that is asked about for each ticket; 404 for a
 * tier of another event
 */
export function requireValid({ askedOf, kind, options, tierIds }: Question, tiers: Tier[]) {
  if (kind === 'choice' && options.length === 0) throw questionRefusals.options_required();
  if (kind !== 'choice' && options.length > 0) throw questionRefusals.options_not_expected();
  const twice = options.find((option, index) => options.indexOf(option) !== index);
  if (twice !== undefined) throw questionRefusals.same_option_twice({ option: twice });
  for (const tierId of tierIds ?? []) {
    const tier = tiers.find(({ id }) => id === tierId);
    if (!tier) throw eventRefusals.tier_not_found();
    if (askedOf === 'ticket' && !tier.admission) throw questionRefusals.question_of_add_on();
  }
}
