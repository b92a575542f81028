import { expect, test } from 'vitest';
import { actionTexts } from '../../../dashboard/src/features/audit-log/action-texts.ts';
import { fieldTexts } from '../../../dashboard/src/features/audit-log/field-texts.ts';
import { valueTexts } from '../../../dashboard/src/features/audit-log/value-texts.ts';
import { ROLES } from '../../src/accounts/roles.ts';
import { SCOPES } from '../../src/api-keys/scopes.ts';
import { ACTIONS } from '../../src/audit-log/change.ts';
import { NewCheckInList } from '../../src/check-in-lists/schemas.ts';
import { CHECKOUT_STATUSES } from '../../src/checkouts/checkout.ts';
import { RefundRuleJson } from '../../src/events/refund-schemas.ts';
import { WaitingRoomJson } from '../../src/events/room-schemas.ts';
import { EventChanges } from '../../src/events/schemas.ts';
import { NewTier } from '../../src/events/tier-schemas.ts';
import { MESSAGE_STATUSES } from '../../src/messages/message.ts';
import { ORDER_STATUSES } from '../../src/orders/order.ts';
import { OrganizationChanges } from '../../src/organizations/schemas.ts';
import { PromoCodeChanges } from '../../src/promo-codes/schemas.ts';
import { NewQuestion } from '../../src/questions/schemas.ts';
import { RESERVATION_STATES } from '../../src/sales/reservations/reservation.ts';
import { SeatingPlanBodySchema } from '../../src/seating/schemas.ts';
import { NewSubscriptionTier } from '../../src/subscriptions/schemas.ts';
import { SUBSCRIPTION_STATUSES } from '../../src/subscriptions/subscription.ts';
import { DIRECTIONS } from '../../src/tickets/passage.ts';
import { TICKET_STATUSES } from '../../src/tickets/ticket.ts';
import { MANUAL_METHODS, PAYMENT_METHODS } from '../../src/values/payment-method.ts';
import { ENTRY_STATUSES } from '../../src/waiting-list/entry.ts';
import { WebhookChanges } from '../../src/webhooks/schemas.ts';

test.each(['en', 'fil'] as const)('the dashboard has a text for every action of the audit log: %s', (language) => {
  expect(Object.keys(actionTexts[language]).toSorted()).toEqual([...ACTIONS].toSorted());
});

const SCHEMAS = [
  ...[EventChanges, RefundRuleJson, WaitingRoomJson, NewTier, NewQuestion, NewCheckInList],
  ...[PromoCodeChanges, NewSubscriptionTier, OrganizationChanges, WebhookChanges],
];

// Checks the fields that have a schema of changes. Other fields in the log, such as those of door links, orders,
// imports and erasures, are not checked.
test('the dashboard has words for the fields that members change', () => {
  const names = SCHEMAS.flatMap(({ properties }) => Object.keys(properties));
  // The description says the same.
  expect(names.filter((name) => !(name in fieldTexts.en))).toEqual(['description_html']);
});

/** The choices of a field, also those of a list, and of one that may be null. */
function choicesOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { enum: values = [], items, anyOf = [] } = schema as { enum?: unknown[]; items?: unknown; anyOf?: unknown[] };
  return [...values.filter((value) => typeof value === 'string'), ...choicesOf(items), ...anyOf.flatMap(choicesOf)];
}

/** Choices of fields that have no schema of changes. */
const OTHERS: Record<string, readonly string[]>[] = [
  { role: ROLES, scopes: SCOPES, state: RESERVATION_STATES, direction: DIRECTIONS, status: ORDER_STATUSES },
  { methods: PAYMENT_METHODS, payment_method: MANUAL_METHODS, status: TICKET_STATUSES },
  { status: CHECKOUT_STATUSES },
  { status: MESSAGE_STATUSES },
  { status: SUBSCRIPTION_STATUSES },
  { status: ENTRY_STATUSES, erased: ['buyer', 'guest', 'subscriber', 'waiting'] },
];

test.each(['en', 'fil'] as const)('the dashboard has words for the choices among the values: %s', (language) => {
  const words: Record<string, Record<string, string>> = valueTexts[language];
  const choices = [
    ...[...SCHEMAS, SeatingPlanBodySchema].flatMap(({ properties }) =>
      Object.entries(properties).flatMap(([name, schema]) => choicesOf(schema).map((value) => [name, value] as const)),
    ),
    ...OTHERS.flatMap((fields) =>
      Object.entries(fields).flatMap(([name, values]) => values.map((value) => [name, value] as const)),
    ),
  ];
  expect(choices.map(([name]) => name)).toEqual(expect.arrayContaining(['event_type', 'events', 'selection_mode']));
  expect(choices.filter(([name, value]) => !words[name]?.[value])).toEqual([]);
});
