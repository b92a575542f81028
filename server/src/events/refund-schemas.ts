import { type Static, Type } from 'typebox';
import { Amount, optional, Pesos } from '../platform/http/contract/fields.ts';
import { described, Enum, Model } from '../platform/http/contract/models.ts';
import { centavosFromPesos, pesosFromCentavos } from '../values/money.ts';
import { MAX_REFUND_HOURS, REFUND_APPROVALS, type RefundColumns, type RefundRule } from './refund-rule.ts';

const RefundApproval = Enum(
  'RefundApproval',
  'request: the organizer decides. automatic: refunded at once.',
  REFUND_APPROVALS,
);

const RefundRuleInput = Model(
  'RefundRuleInput',
  'When a buyer gets money back, and how much. On PUT omitted fields stay.',
  {
    allowed: Type.Optional(described(RefundApproval, 'Required unless the event has a rule.')),
    until_hours_before_start: optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_REFUND_HOURS,
        description: 'Buyers ask until then. Default: the start.',
      }),
    ),
    fee_percent: optional(
      Type.Integer({ minimum: 0, maximum: 100, description: 'Percent of the price that you keep. Default 0.' }),
    ),
    fee_fixed: optional(Pesos('PHP that you keep of each ticket, in addition. Default 0.')),
  },
);

export const RefundRuleJson = Model('RefundRule', 'When a buyer gets money back, and how much.', {
  allowed: RefundApproval,
  until_hours_before_start: Type.Integer(),
  fee_percent: Type.Integer(),
  fee_fixed: Amount('PHP of each ticket'),
});

export const refundRule = optional(described(RefundRuleInput, 'null: buyers cannot ask for a refund on their page.'));

const NO_RULE = { allowed: null, until_hours_before_start: null, fee_percent: null, fee_fixed: null };

/** null clears a field, undefined leaves it. */
export function refundColumns(rule: Static<typeof RefundRuleInput> | null): Partial<RefundColumns> {
  const { allowed, until_hours_before_start, fee_percent, fee_fixed } = rule ?? NO_RULE;
  return {
    refundApproval: allowed,
    refundUntilHours: zeroIfNull(until_hours_before_start),
    refundFeePercent: zeroIfNull(fee_percent),
    refundFeeCentavos: fee_fixed === undefined ? undefined : centavosFromPesos(fee_fixed ?? 0),
  };
}

const zeroIfNull = (value: number | null | undefined) => (value === null ? 0 : value);

export const refundRuleJson = (rule: RefundRule | null): Static<typeof RefundRuleJson> | null =>
  rule && {
    allowed: rule.approval,
    until_hours_before_start: rule.untilHours,
    fee_percent: rule.feePercent,
    fee_fixed: pesosFromCentavos(rule.feeCentavos),
  };
