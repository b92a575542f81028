import { NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { postOnce } from '../../api/post-once.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { fieldsOf } from '../../form/fields-of.ts';
import { MoreOptions } from '../../form/more-options.tsx';
import { onlyChanged } from '../../form/only-changed.ts';
import { texts as formTexts } from '../../form/texts.ts';
import { useAction } from '../../form/use-action.ts';
import { useFormTimes } from '../../form/use-form-times.ts';
import { useTexts } from '../../language/language.tsx';
import { DatesReport, isWhole } from '../series/dates-report.tsx';
import { saveTierForAll } from '../series/save-for-all.ts';
import { seriesTexts } from '../series/texts.ts';
import type { Tier } from './event-queries.ts';
import { texts } from './texts.ts';

interface TierDialogProps {
  eventId: string;
  /** The series of the event, whose dates can get the same change. */
  seriesId: string | null;
  /** The tier to edit; undefined to add one. */
  tier: Tier | undefined;
  /** All tiers of the event. */
  tiers: Tier[];
  /** The seat map sets the quantity. */
  seated: boolean;
  onClose: () => void;
}

const PRICE_MODES = ['fixed', 'chosen'] as const satisfies Model<'PriceMode'>[];

export function TierDialog({ eventId, seriesId, tier, tiers, seated, onClose }: TierDialogProps) {
  const t = useTexts(texts);
  const series = useTexts(seriesTexts);
  const { saved } = useTexts(formTexts);
  const { inputValue, withOffset } = useFormTimes();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      name: tier?.name ?? '',
      price: tier?.price ?? ('' as number | string),
      price_mode: tier?.price_mode ?? ('fixed' as (typeof PRICE_MODES)[number]),
      minimum_price: tier?.minimum_price ?? (0 as number | string),
      quantity_total: tier?.quantity_total ?? 100,
      follows_tier_id: tier?.follows_tier_id ?? '',
      sort_order: tier?.sort_order ?? 0,
      sales_start_datetime: inputValue(tier?.sales_start_datetime ?? null),
      sales_end_datetime: inputValue(tier?.sales_end_datetime ?? null),
      is_active: tier?.is_active ?? true,
      admission: tier?.admission ?? true,
      hidden: tier?.hidden ?? false,
    },
  });
  const [isForAll, setForAll] = useState(false);
  const [isChosen, setChosen] = useState(tier?.price_mode === 'chosen');
  form.watch('price_mode', ({ value }) => setChosen(value === 'chosen'));
  const sizedBySeats = seated && tier?.admission === true;
  const labels = {
    name: t.tierName,
    price: t.tierPrice,
    price_mode: t.tierPriceMode,
    minimum_price: t.tierMinimum,
    quantity_total: t.tierTotal,
    follows_tier_id: t.tierFollows,
    sort_order: t.tierOrder,
    sales_start_datetime: t.tierSalesStart,
    sales_end_datetime: t.tierSalesEnd,
    is_active: t.tierActive,
    admission: t.tierAdmission,
    hidden: t.tierHidden,
  };
  const change = (before: Tier, changed: Model<'TicketTierChanges'>) =>
    isForAll && seriesId
      ? saveTierForAll({ seriesId, eventId, tier: before, changed })
      : dataOf(api.PUT('/tiers/{id}', { params: { path: { id: before.id } }, body: changed })).then(() => null);
  const create = (body: Model<'TicketTierInput'>) =>
    dataOf(postOnce('/events/{id}/tiers', { params: { path: { id: eventId } }, body })).then(() => null);
  const save = useAction({
    act: (values: typeof form.values) => {
      const body = {
        ...values,
        price: Number(values.price),
        minimum_price: values.price_mode === 'chosen' ? Number(values.minimum_price) : null,
        quantity_total: Number(values.quantity_total),
        follows_tier_id: values.follows_tier_id || null,
        sort_order: Number(values.sort_order),
        sales_start_datetime: withOffset(values.sales_start_datetime) || null,
        sales_end_datetime: withOffset(values.sales_end_datetime) || null,
      };
      return tier ? change(tier, onlyChanged(body, form)) : create(body);
    },
    successMessage: (report) => (isWhole(report) ? saved : undefined),
    onDone: (report) => {
      if (isWhole(report)) onClose();
    },
  });
  const { field, toggle } = fieldsOf(form, labels);
  return (
    <DialogForm
      title={tier ? t.tierEdit(tier.name) : t.tierNew}
      onClose={onClose}
      action={save}
      labels={labels}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput required maxLength={200} {...field('name')} />
      <NumberInput required min={0} decimalScale={2} thousandSeparator="," {...field('price')} />
      <NumberInput
        description={sizedBySeats ? t.capacitySeated : undefined}
        disabled={sizedBySeats}
        required
        min={1}
        allowDecimal={false}
        {...field('quantity_total')}
      />
      <MoreOptions opened={tier !== undefined}>
        <NativeSelect
          data={PRICE_MODES.map((value) => ({ value, label: t.tierPriceModes[value] }))}
          {...field('price_mode')}
        />
        {isChosen ? (
          <NumberInput
            description={t.tierMinimumHint}
            required
            min={0}
            decimalScale={2}
            thousandSeparator=","
            {...field('minimum_price')}
          />
        ) : null}
        <NumberInput description={t.tierOrderHint} allowDecimal={false} {...field('sort_order')} />
        <NativeSelect
          description={t.tierFollowsHint}
          data={[
            { value: '', label: t.tierFollowsNone },
            ...tiers.filter(({ id }) => id !== tier?.id).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...field('follows_tier_id')}
        />
        <TextInput type="datetime-local" {...field('sales_start_datetime')} />
        <TextInput type="datetime-local" {...field('sales_end_datetime')} />
        <Switch description={t.tierActiveHint} {...toggle('is_active')} />
        <Switch description={t.tierHiddenHint} {...toggle('hidden')} />
        <Switch
          description={tier ? t.tierAdmissionFixed : t.tierAdmissionHint}
          disabled={tier !== undefined}
          {...toggle('admission')}
        />
      </MoreOptions>
      {tier && seriesId ? (
        <Switch
          label={series.forAll}
          description={series.tierForAllHint}
          checked={isForAll}
          onChange={({ currentTarget: { checked } }) => setForAll(checked)}
        />
      ) : null}
      {save.data ? <DatesReport report={save.data} labels={labels} /> : null}
    </DialogForm>
  );
}
