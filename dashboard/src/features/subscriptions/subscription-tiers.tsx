import { Group, NumberInput, Switch, Textarea, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { postOnce } from '../../api/post-once.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { EditButton } from '../../form/edit-button.tsx';
import { fieldsOf } from '../../form/fields-of.ts';
import { GatedButton } from '../../form/gated-button.tsx';
import { linesOf } from '../../form/lines-of.ts';
import { onlyChanged } from '../../form/only-changed.ts';
import { texts as formTexts } from '../../form/texts.ts';
import { useAction } from '../../form/use-action.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { StatusBadge } from '../../table/status-badge.tsx';
import { tiersQuery } from './subscription-queries.ts';
import { texts } from './texts.ts';

type Tier = Model<'SubscriptionTier'>;

function useColumns(onEdit: (tier: Tier) => void): Column<Tier>[] {
  const t = useTexts(texts);
  const { pesos } = useFormats();
  return [
    { header: t.name, cell: ({ name }) => name },
    { header: t.price, numeric: true, cell: (tier) => pesos(tier.price_monthly) },
    { header: t.perks, cell: ({ perks }) => perks.join(', ') },
    { header: t.status, cell: (tier) => <StatusBadge status={tier.is_active ? 'on' : 'off'} /> },
    {
      header: '',
      cell: (tier) => <EditButton name={t.tierEdit(tier.name)} onClick={() => onEdit(tier)} />,
    },
  ];
}

export function SubscriptionTiers() {
  const t = useTexts(texts);
  const { data } = useSuspenseQuery(tiersQuery);
  const [edited, setEdited] = useState<Tier | 'new' | null>(null);
  const columns = useColumns(setEdited);
  return (
    <>
      <Group justify="space-between">
        <Title order={2}>{t.tiers}</Title>
        <GatedButton needs="manage" variant="default" onClick={() => setEdited('new')}>
          {t.tierNew}
        </GatedButton>
      </Group>
      <DataTable label={t.tiers} columns={columns} rows={data.tiers} keyOf={({ id }) => id} />
      {edited ? <TierDialog tier={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} /> : null}
    </>
  );
}

function TierDialog({ tier, onClose }: { tier: Tier | undefined; onClose: () => void }) {
  const t = useTexts(texts);
  const { saved } = useTexts(formTexts);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      name: tier?.name ?? '',
      price_monthly: tier?.price_monthly ?? (100 as number | string),
      description: tier?.description ?? '',
      perks: tier?.perks.join('\n') ?? '',
      is_active: tier?.is_active ?? true,
    },
  });
  const save = useAction({
    act: (values: typeof form.values) => {
      const body = {
        ...values,
        price_monthly: Number(values.price_monthly),
        description: values.description || null,
        perks: linesOf(values.perks),
      };
      return tier
        ? dataOf(
            api.PUT('/subscription-tiers/{id}', {
              params: { path: { id: tier.id } },
              body: onlyChanged(body, form),
            }),
          )
        : dataOf(postOnce('/subscription-tiers', { body }));
    },
    successMessage: saved,
    onDone: onClose,
  });
  const labels = {
    name: t.name,
    price_monthly: t.price,
    description: t.description,
    perks: t.perks,
    is_active: t.active,
  };
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
      <NumberInput required min={0} decimalScale={2} thousandSeparator="," {...field('price_monthly')} />
      <Textarea autosize minRows={2} {...field('description')} />
      <Textarea description={t.perksHint} autosize minRows={2} {...field('perks')} />
      <Switch {...toggle('is_active')} />
    </DialogForm>
  );
}
