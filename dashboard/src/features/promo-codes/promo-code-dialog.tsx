import { NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSuspenseQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { EventSelect } from '../../form/event-select.tsx';
import { texts as formTexts } from '../../form/texts.ts';
import { useAction } from '../../form/use-action.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { eventChoicesQuery } from '../events/event-queries.ts';
import type { PromoCode } from './promo-codes-page.tsx';
import { texts } from './texts.ts';

interface PromoCodeDialogProps {
  /** None: a new one. */
  promo: PromoCode | undefined;
  /** That the list is narrowed to. */
  eventId: string | undefined;
  onClose: () => void;
}

/** The others take no new code. */
const TAKES_CODES = ['draft', 'active', 'paused', 'hidden', 'sold_out'] as const;
const KINDS = ['percentage', 'fixed_amount'] as const;

export function PromoCodeDialog({ promo, eventId, onClose }: PromoCodeDialogProps) {
  const t = useTexts(texts);
  const { save: submit, saved } = useTexts(formTexts);
  const { inputValue } = useFormats();
  const { data: events } = useSuspenseQuery(eventChoicesQuery);
  const narrowedTo = events.find(({ id }) => id === eventId);
  const takesCode = narrowedTo && TAKES_CODES.some((status) => status === narrowedTo.status);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      event: promo?.event_id ?? (takesCode ? narrowedTo.id : ''),
      code: promo?.code ?? '',
      kind: promo?.discount_type ?? ('percentage' as (typeof KINDS)[number]),
      amount: promo?.discount_amount ?? (10 as number | string),
      limit: promo?.usage_limit ?? ('' as number | string),
      from: inputValue(promo?.starts_at ?? null),
      until: inputValue(promo?.expires_at ?? null),
      active: promo?.is_active ?? true,
    },
  });
  const save = useAction({
    act: async (values: typeof form.values) => {
      const body = {
        code: values.code,
        discount_type: values.kind,
        discount_amount: Number(values.amount),
        usage_limit: values.limit === '' ? null : Number(values.limit),
        starts_at: values.from || null,
        expires_at: values.until || null,
      };
      if (!promo) return dataOf(api.POST('/promo-codes', { body: { ...body, event_id: values.event } }));
      const changes = { ...body, is_active: values.active };
      return dataOf(api.PUT('/promo-codes/{id}', { params: { path: { id: promo.id } }, body: changes }));
    },
    said: saved,
    onDone: onClose,
  });
  const field = (name: keyof typeof form.values) => form.getInputProps(name);
  return (
    <DialogForm
      title={promo ? t.edit(promo.code) : t.create}
      opened
      onClose={onClose}
      action={save}
      submit={submit}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      {promo ? null : <EventSelect label={t.event} none="choose" statuses={TAKES_CODES} required {...field('event')} />}
      <TextInput label={t.code} description={t.codeHint} required minLength={3} maxLength={64} {...field('code')} />
      <NativeSelect label={t.kind} data={KINDS.map((value) => ({ value, label: t.kinds[value] }))} {...field('kind')} />
      <NumberInput label={t.amount} required min={0.01} decimalScale={2} {...field('amount')} />
      <NumberInput label={t.limit} description={t.limitHint} min={1} allowDecimal={false} {...field('limit')} />
      <TextInput type="datetime-local" label={t.from} {...field('from')} />
      <TextInput type="datetime-local" label={t.until} {...field('until')} />
      {promo ? (
        <Switch label={t.active} {...form.getInputProps('active', { type: 'checkbox' })} key={form.key('active')} />
      ) : null}
    </DialogForm>
  );
}
