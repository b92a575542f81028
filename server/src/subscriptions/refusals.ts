import { Type } from 'typebox';
import { conflict, declareRefusals, notFound } from '../platform/refusals/declare-refusals.ts';

export const subscriptionRefusals = declareRefusals({
  subscription_tier_not_found: notFound('Subscription tier'),
  too_many_subscription_tiers: conflict({
    facts: { max: Type.Integer() },
    en: ({ max }) => `An organization has at most ${max} plans: change one instead`,
    cause: 'The organization has the maximum number of plans.',
    remedy: 'Change a plan that is no longer offered.',
  }),
  subscription_not_found: notFound('Subscription'),
  subscription_already_cancelled: conflict({
    en: 'Subscription is already cancelled',
    cause: 'The subscription was cancelled before.',
    remedy: 'There is nothing to do: access ends at `current_period_end`.',
  }),
});
