import { Grid, NativeSelect, NumberInput } from '@mantine/core';
import type { Model } from '../../api/models.ts';
import { useTexts } from '../../language/language.tsx';
import type { Event } from './event-queries.ts';
import { texts } from './texts.ts';

const ALLOWED = ['none', 'request', 'automatic'] as const;

/** The fields of the rule in the form: numbers are texts while they are typed. */
export interface RefundRuleValues {
  refund_allowed: (typeof ALLOWED)[number];
  refund_until_hours: number | string;
  refund_fee_percent: number | string;
  refund_fee_fixed: number | string;
}

export const refundRuleValues = (rule: Event['refund_rule'] | undefined): RefundRuleValues => ({
  refund_allowed: rule?.allowed ?? 'none',
  refund_until_hours: rule?.until_hours_before_start ?? 24,
  refund_fee_percent: rule?.fee_percent ?? 0,
  refund_fee_fixed: rule?.fee_fixed ?? 0,
});

/** The fields of the form, by the names that the API gives them in the rule. */
export const REFUND_RULE_FIELDS = {
  allowed: 'refund_allowed',
  until_hours_before_start: 'refund_until_hours',
  fee_percent: 'refund_fee_percent',
  fee_fixed: 'refund_fee_fixed',
} as const satisfies Record<keyof Model<'RefundRuleInput'>, keyof RefundRuleValues>;

export const refundRuleFrom = (values: RefundRuleValues): Event['refund_rule'] =>
  values.refund_allowed === 'none'
    ? null
    : {
        allowed: values.refund_allowed,
        until_hours_before_start: Number(values.refund_until_hours),
        fee_percent: Number(values.refund_fee_percent),
        fee_fixed: Number(values.refund_fee_fixed),
      };

interface FieldsProps {
  /** Label, value and change of a field. */
  field: (name: keyof RefundRuleValues) => object;
  /** Label, value and change of a select. */
  select: (name: 'refund_allowed') => object;
}

/** Whether buyers get money back, until when, and what is kept of it. */
export function RefundRuleFields({ field, select }: FieldsProps) {
  const t = useTexts(texts);
  return (
    <Grid>
      <Grid.Col span={{ base: 12, sm: 6 }}>
        <NativeSelect
          description={t.refundAllowedHint}
          data={ALLOWED.map((value) => ({ value, label: t.refundChoices[value] }))}
          {...select('refund_allowed')}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 12, sm: 6 }}>
        <NumberInput
          description={t.refundUntilHint}
          required
          min={0}
          max={8760}
          allowDecimal={false}
          {...field('refund_until_hours')}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 12, sm: 6 }}>
        <NumberInput
          description={t.refundFeeHint}
          min={0}
          max={100}
          allowDecimal={false}
          {...field('refund_fee_percent')}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 12, sm: 6 }}>
        <NumberInput
          description={t.refundFeeHint}
          min={0}
          decimalScale={2}
          thousandSeparator=","
          {...field('refund_fee_fixed')}
        />
      </Grid.Col>
    </Grid>
  );
}
