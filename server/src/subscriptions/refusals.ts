import { conflict, declareRefusals, notFound } from '../platform/refusals/declare-refusals.ts';

export const subscriptionRefusals = declareRefusals({
  subscription_tier_not_found: notFound('Subscription tier'),
  subscription_not_found: notFound('Subscription'),
  subscription_already_cancelled: conflict({
    en: 'Subscription is already cancelled',
    cause: 'The subscription was cancelled before.',
    remedy: 'There is nothing to do: access ends at `current_period_end`.',
  }),
});
