import { NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { postOnce } from '../../api/post-once.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { EventSelect } from '../../form/event-select.tsx';
import { fieldsOf } from '../../form/fields-of.ts';
import { onlyChanged } from '../../form/only-changed.ts';
import { texts as formTexts } from '../../form/texts.ts';
import { useAction } from '../../form/use-action.ts';
import { useFormTimes } from '../../form/use-form-times.ts';
import { useTexts } from '../../language/language.tsx';
import { eventChoicesQuery } from '../events/event-queries.ts';
import { LIVE_STATUSES } from '../events/events-search.ts';
import { OpenedTiers } from './opened-tiers.tsx';
import type { PromoCode } from './promo-code-queries.ts';
import { texts } from './texts.ts';

interface PromoCodeDialogProps {
  /** The code to edit; undefined to create one. */
  promo: PromoCode | undefined;
  /** The event that the list is filtered by. */
  eventId: string | undefined;
  onClose: () => void;
}

/** Events in another status accept no new codes. */
const OPEN_STATUSES = ['draft', ...LIVE_STATUSES] as const;
const KINDS = ['percentage', 'fixed_amount'] as const satisfies Model<'DiscountType'>[];
/** An amount means nothing without its unit. */
const DISCOUNT = ['discount_type', 'discount_amount'];

export function PromoCodeDialog({ promo, eventId, onClose }: PromoCodeDialogProps) {
  const t = useTexts(texts);
  const { saved } = useTexts(formTexts);
  const { inputValue, withOffset } = useFormTimes();
  const { data: events } = useSuspenseQuery(eventChoicesQuery);
  const filteredBy = events.find(({ id }) => id === eventId);
  const isOpen = filteredBy && OPEN_STATUSES.some((status) => status === filteredBy.status);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      event_id: promo?.event_id ?? (isOpen ? filteredBy.id : ''),
      code: promo?.code ?? '',
      discount_type: promo?.discount_type ?? ('percentage' as (typeof KINDS)[number]),
      discount_amount: promo?.discount_amount ?? (10 as number | string),
      opens_tier_ids: promo?.opens_tier_ids ?? [],
      usage_limit: promo?.usage_limit ?? ('' as number | string),
      starts_at: inputValue(promo?.starts_at ?? null),
      expires_at: inputValue(promo?.expires_at ?? null),
      is_active: promo?.is_active ?? true,
    },
  });
  const [chosenEvent, setChosenEvent] = useState(form.getValues().event_id);
  form.watch('event_id', ({ value }) => {
    setChosenEvent(value);
    form.setFieldValue('opens_tier_ids', []);
  });
  const tiers = events.find(({ id }) => id === chosenEvent)?.ticket_tiers ?? [];
  const labels = {
    event_id: t.event,
    code: t.code,
    discount_type: t.kind,
    discount_amount: t.amount,
    opens_tier_ids: t.opens,
    usage_limit: t.limit,
    starts_at: t.from,
    expires_at: t.until,
    is_active: t.active,
  };
  const save = useAction({
    act: async ({ event_id: event, is_active: active, ...values }: typeof form.values) => {
      const body = {
        ...values,
        code: values.code.trim(),
        discount_amount: Number(values.discount_amount),
        usage_limit: values.usage_limit === '' ? null : Number(values.usage_limit),
        starts_at: withOffset(values.starts_at) || null,
        expires_at: withOffset(values.expires_at) || null,
      };
      if (!promo) return dataOf(postOnce('/promo-codes', { body: { ...body, event_id: event } }));
      const changes = onlyChanged(
        { ...body, is_active: active },
        { isDirty: (name) => (DISCOUNT.includes(name) ? DISCOUNT : [name]).some((field) => form.isDirty(field)) },
      );
      return dataOf(api.PUT('/promo-codes/{id}', { params: { path: { id: promo.id } }, body: changes }));
    },
    successMessage: saved,
    onDone: onClose,
  });
  const { field, toggle } = fieldsOf(form, labels);
  return (
    <DialogForm
      title={promo ? t.edit(promo.code) : t.create}
      onClose={onClose}
      action={save}
      labels={labels}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <EventSelect
        none="choose"
        {...(promo ? { disabled: true } : { statuses: OPEN_STATUSES, required: true })}
        {...field('event_id')}
      />
      <TextInput description={t.codeHint} required minLength={3} maxLength={64} {...field('code')} />
      <NativeSelect data={KINDS.map((value) => ({ value, label: t.kinds[value] }))} {...field('discount_type')} />
      <NumberInput required min={0} decimalScale={2} thousandSeparator="," {...field('discount_amount')} />
      <OpenedTiers
        tiers={tiers}
        chosen={form.getValues().opens_tier_ids}
        description={t.opensHint}
        {...field('opens_tier_ids')}
        key={form.key('opens_tier_ids')}
      />
      <NumberInput description={t.limitHint} min={1} allowDecimal={false} {...field('usage_limit')} />
      <TextInput type="datetime-local" {...field('starts_at')} />
      <TextInput type="datetime-local" {...field('expires_at')} />
      {promo ? <Switch {...toggle('is_active')} /> : null}
    </DialogForm>
  );
}
