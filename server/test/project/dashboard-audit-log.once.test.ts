import { expect, test } from 'vitest';
import { actionTexts } from '../../../dashboard/src/features/audit-log/action-texts.ts';
import { fieldTexts } from '../../../dashboard/src/features/audit-log/field-texts.ts';
import { ACTIONS } from '../../src/audit-log/change.ts';
import { NewCheckInList } from '../../src/check-in-lists/schemas.ts';
import { RefundRuleJson } from '../../src/events/refund-schemas.ts';
import { WaitingRoomJson } from '../../src/events/room-schemas.ts';
import { EventChanges } from '../../src/events/schemas.ts';
import { NewTier } from '../../src/events/tier-schemas.ts';
import { OrganizationChanges } from '../../src/organizations/schemas.ts';
import { PromoCodeChanges } from '../../src/promo-codes/schemas.ts';
import { NewQuestion } from '../../src/questions/schemas.ts';
import { NewSubscriptionTier } from '../../src/subscriptions/schemas.ts';
import { WebhookChanges } from '../../src/webhooks/schemas.ts';

test.each(['en', 'fil'] as const)('the dashboard has a text for every action of the audit log: %s', (language) => {
  expect(Object.keys(actionTexts[language]).toSorted()).toEqual([...ACTIONS].toSorted());
});

// Checks the fields that have a schema of changes. Other fields in the log, such as those of door links, orders,
// imports and erasures, are not checked.
test('the dashboard has words for the fields that members change', () => {
  const events = [EventChanges, RefundRuleJson, WaitingRoomJson, NewTier, NewQuestion, NewCheckInList];
  const others = [PromoCodeChanges, NewSubscriptionTier, OrganizationChanges, WebhookChanges];
  const names = [...events, ...others].flatMap(({ properties }) => Object.keys(properties));
  // The description says the same.
  expect(names.filter((name) => !(name in fieldTexts.en))).toEqual(['description_html']);
});
