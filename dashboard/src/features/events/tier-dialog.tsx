import { NumberInput, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api, dataOf } from '../../api/client.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { texts as formTexts } from '../../form/texts.ts';
import { useAction } from '../../form/use-action.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import type { Tier } from './event-queries.ts';
import { texts } from './texts.ts';

interface TierDialogProps {
  eventId: string;
  /** None: a new one. */
  tier: Tier | undefined;
  /** The seat map says how many there are. */
  seated: boolean;
  onClose: () => void;
}

export function TierDialog({ eventId, tier, seated, onClose }: TierDialogProps) {
  const t = useTexts(texts);
  const { save: submit, saved } = useTexts(formTexts);
  const { inputValue } = useFormats();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      name: tier?.name ?? '',
      price: tier?.price ?? 0,
      total: tier?.quantity_total ?? 100,
      order: tier?.sort_order ?? 0,
      start: inputValue(tier?.sales_start_datetime ?? null),
      end: inputValue(tier?.sales_end_datetime ?? null),
      active: tier?.is_active ?? true,
    },
  });
  const save = useAction({
    act: (values: typeof form.values) => {
      const body = {
        name: values.name,
        price: Number(values.price),
        sort_order: Number(values.order),
        is_active: values.active,
        sales_start_datetime: values.start || null,
        sales_end_datetime: values.end || null,
      };
      const total = { quantity_total: Number(values.total) };
      return tier
        ? dataOf(
            api.PUT('/tiers/{id}', { params: { path: { id: tier.id } }, body: seated ? body : { ...body, ...total } }),
          )
        : dataOf(api.POST('/events/{id}/tiers', { params: { path: { id: eventId } }, body: { ...body, ...total } }));
    },
    said: saved,
    onDone: onClose,
  });
  const field = (name: keyof typeof form.values) => form.getInputProps(name);
  return (
    <DialogForm
      title={tier ? t.tierEdit(tier.name) : t.tierNew}
      opened
      onClose={onClose}
      action={save}
      submit={submit}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput label={t.tierName} required maxLength={200} {...field('name')} />
      <NumberInput label={t.tierPrice} required min={0} decimalScale={2} thousandSeparator="," {...field('price')} />
      <NumberInput
        label={t.tierTotal}
        description={seated && tier ? t.capacitySeated : undefined}
        disabled={seated && tier !== undefined}
        required
        min={1}
        allowDecimal={false}
        {...field('total')}
      />
      <NumberInput label={t.tierOrder} allowDecimal={false} {...field('order')} />
      <TextInput type="datetime-local" label={t.tierSalesStart} {...field('start')} />
      <TextInput type="datetime-local" label={t.tierSalesEnd} {...field('end')} />
      <Switch label={t.tierActive} {...form.getInputProps('active', { type: 'checkbox' })} key={form.key('active')} />
    </DialogForm>
  );
}
