import { sumOf } from '../values/sum-of.ts';
import type { EventRow } from './tables.ts';

/** `request`: the organizer decides. `automatic`: refunded at once. */
export const REFUND_APPROVALS = ['request', 'automatic'] as const satisfies readonly EventRow['refundApproval'][];

/** A year before the start. */
export const MAX_REFUND_HOURS = 8_760;

/** What the organizer keeps of a refund that the buyer asked for, for each ticket. */
export interface RefundFee {
  feePercent: number;
  feeCentavos: number;
}

/** When a buyer gets money back, and how much. */
export interface RefundRule extends RefundFee {
  approval: (typeof REFUND_APPROVALS)[number];
  untilHours: number;
}

export type RefundColumns = Pick<
  EventRow,
  'refundApproval' | 'refundUntilHours' | 'refundFeePercent' | 'refundFeeCentavos'
>;

/** null: buyers cannot ask for a refund. */
export const refundRuleOf = (event: RefundColumns): RefundRule | null =>
  event.refundApproval && {
    approval: event.refundApproval,
    untilHours: event.refundUntilHours,
    feePercent: event.refundFeePercent,
    feeCentavos: event.refundFeeCentavos,
  };

/** The last moment at which buyers may ask. */
export const refundableUntil = ({ untilHours }: RefundRule, startDatetime: Date): Date =>
  new Date(startDatetime.getTime() - untilHours * 3_600_000);

/**
 * The fee for a ticket that cost `amountCentavos`, never more than that. A percentage rounds half up to the centavo.
 */
export const refundFee = (amountCentavos: number, { feePercent, feeCentavos }: RefundFee): number =>
  Math.min(amountCentavos, Math.floor((amountCentavos * feePercent + 50) / 100) + feeCentavos);

/** What a refund of tickets gives back, and what the organizer keeps. */
export function refundOf(tickets: { amountCentavos: number }[], fee: RefundFee) {
  const keptCentavos = sumOf(tickets, ({ amountCentavos }) => refundFee(amountCentavos, fee));
  return { keptCentavos, backCentavos: sumOf(tickets, ({ amountCentavos }) => amountCentavos) - keptCentavos };
}

/**
 * The rule for an order. Money that was taken by hand is not back at once: the organizer decides, and gives it back.
 */
export const ruleForOrder = (rule: RefundRule, { takenByHand }: { takenByHand: boolean }): RefundRule =>
  takenByHand ? { ...rule, approval: 'request' } : rule;
