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

const RefundRuleInput = Model('RefundRuleInput', 'When a buyer gets money back, and how much.', {
  allowed: RefundApproval,
  until_hours_before_start: optional(
    Type.Integer({ minimum: 0, maximum: MAX_REFUND_HOURS, description: 'Buyers ask until then. Default: the start.' }),
  ),
  fee_percent: optional(
    Type.Integer({ minimum: 0, maximum: 100, description: 'Percent of the price that you keep. Default 0.' }),
  ),
  fee_fixed: optional(Pesos('PHP that you keep of each ticket, in addition. Default 0.')),
});

export const RefundRuleJson = Model('RefundRule', 'When a buyer gets money back, and how much.', {
  allowed: RefundApproval,
  until_hours_before_start: Type.Integer(),
  fee_percent: Type.Integer(),
  fee_fixed: Amount('PHP of each ticket'),
});

export const refundRule = optional(
  described(RefundRuleInput, 'Replaces the whole rule. null or omitted: buyers cannot ask for a refund on their page.'),
);

export const refundColumns = (rule: Static<typeof RefundRuleInput> | null): RefundColumns => ({
  refundApproval: rule?.allowed ?? null,
  refundUntilHours: rule?.until_hours_before_start ?? 0,
  refundFeePercent: rule?.fee_percent ?? 0,
  refundFeeCentavos: centavosFromPesos(rule?.fee_fixed ?? 0),
});

export const refundRuleJson = (rule: RefundRule | null): Static<typeof RefundRuleJson> | null =>
  rule && {
    allowed: rule.approval,
    until_hours_before_start: rule.untilHours,
    fee_percent: rule.feePercent,
    fee_fixed: pesosFromCentavos(rule.feeCentavos),
  };
