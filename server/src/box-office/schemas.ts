import { type Static, Type } from 'typebox';
import { ActorJson } from '../audit-log/schemas.ts';
import { ManualMethodSchema } from '../orders/sale-schemas.ts';
import { Amount, CalendarDate, Instant, Uuid } from '../platform/http/contract/fields.ts';
import { described, Model } from '../platform/http/contract/models.ts';
import { pesosFromCentavos } from '../values/money.ts';
import { type Cashier, type CashierTotals, type MethodTotals, type Totals, totalOf } from './closing.ts';

export const ClosingQuery = Type.Object({
  date: Type.Optional(CalendarDate('A day in the organization’s time zone; without it, today.')),
  event_id: Type.Optional(Uuid('Only orders of this event.')),
});

const MethodTotalsJson = Model('BoxOfficeMethodTotals', 'What was sold and given back with one payment method.', {
  payment_method: ManualMethodSchema,
  orders: Type.Integer(),
  tickets: Type.Integer(),
  amount: Amount('PHP taken; 0 for COMP'),
  refunds: Type.Integer({ description: 'Refunds made on this day, of orders of any day.' }),
  refunded_tickets: Type.Integer(),
  refunded_amount: Amount('PHP given back'),
  differences_paid: Amount('PHP taken for orders that were changed to dearer places'),
  differences_returned: Amount('PHP given back for orders that were changed to cheaper places'),
  total: Amount('PHP: taken less given back'),
});

const totalsFields = {
  methods: Type.Array(MethodTotalsJson),
  cash: Amount('PHP that the drawer has more than at the start of the day; negative if more was given back'),
  cash_owed: Amount(
    'PHP of cash refunded elsewhere: a cancelled event, or the page of a buyer. Not subtracted from `cash`',
  ),
};

const CashierTotalsJson = Model('CashierTotals', 'The day of one cashier.', {
  cashier: described(ActorJson, 'Who sold or refunded; system: the event was cancelled.'),
  ...totalsFields,
});

export const ClosingJson = Model('BoxOfficeClosing', 'A day of the box office, by cashier.', {
  date: Type.String({ format: 'date' }),
  time_zone: Type.String(),
  starts_at: Instant(),
  ends_at: Instant('The first instant of the next day.'),
  cashiers: Type.Array(CashierTotalsJson),
  ...totalsFields,
});

const methodTotalsJson = (totals: MethodTotals): Static<typeof MethodTotalsJson> => ({
  payment_method: totals.method,
  orders: totals.orders,
  tickets: totals.tickets,
  amount: pesosFromCentavos(totals.amountCentavos),
  refunds: totals.refunds,
  refunded_tickets: totals.refundedTickets,
  refunded_amount: pesosFromCentavos(totals.refundedCentavos),
  differences_paid: pesosFromCentavos(totals.differencesPaidCentavos),
  differences_returned: pesosFromCentavos(totals.differencesReturnedCentavos),
  total: pesosFromCentavos(totalOf(totals)),
});

export const totalsJson = ({ methods, cashCentavos, cashOwedCentavos }: Totals) => ({
  methods: methods.map(methodTotalsJson),
  cash: pesosFromCentavos(cashCentavos),
  cash_owed: pesosFromCentavos(cashOwedCentavos),
});

export const cashierTotalsJson = (
  { cashier, ...totals }: CashierTotals,
  nameOf: (cashier: Cashier) => string | null,
): Static<typeof CashierTotalsJson> => ({
  cashier: { kind: cashier.actorKind, id: cashier.actorId, name: nameOf(cashier) },
  ...totalsJson(totals),
});
