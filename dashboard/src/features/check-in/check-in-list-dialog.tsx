import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { postOnce } from '../../api/post-once.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { fieldsOf } from '../../form/fields-of.ts';
import { onlyChanged } from '../../form/only-changed.ts';
import { texts as formTexts } from '../../form/texts.ts';
import { TierChoice } from '../../form/tier-choice.tsx';
import { useAction } from '../../form/use-action.ts';
import { useTexts } from '../../language/language.tsx';
import type { Event } from '../events/event-queries.ts';
import type { CheckInList } from './check-in-list-queries.ts';
import { texts } from './texts.ts';

const PASSES = ['once', 're_entry', 'unlimited'] as const satisfies Model<'Passes'>[];

interface CheckInListDialogProps {
  event: Event;
  /** The list to edit; undefined to add one. */
  list: CheckInList | undefined;
  onClose: () => void;
}

export function CheckInListDialog({ event, list, onClose }: CheckInListDialogProps) {
  const t = useTexts(texts);
  const { saved } = useTexts(formTexts);
  const form = useForm({
    initialValues: {
      name: list?.name ?? '',
      passes: list?.passes ?? ('once' as (typeof PASSES)[number]),
      tier_ids: list?.tier_ids ?? [],
    },
  });
  const labels = { name: t.listName, passes: t.passes, tier_ids: t.tiers };
  const save = useAction({
    act: (values: typeof form.values) => {
      const body = { ...values, tier_ids: values.tier_ids.length === 0 ? null : values.tier_ids };
      return list
        ? dataOf(api.PUT('/check-in-lists/{id}', { params: { path: { id: list.id } }, body: onlyChanged(body, form) }))
        : dataOf(postOnce('/events/{id}/check-in-lists', { params: { path: { id: event.id } }, body }));
    },
    successMessage: saved,
    onDone: onClose,
  });
  const { field } = fieldsOf(form, labels);
  return (
    <DialogForm
      title={list ? t.editList(list.name) : t.createList}
      onClose={onClose}
      action={save}
      labels={labels}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput description={t.listNameHint} required maxLength={200} data-autofocus {...field('name')} />
      <NativeSelect
        description={t.passesHint}
        data={PASSES.map((value) => ({ value, label: t.passesChoices[value] }))}
        {...field('passes')}
      />
      <TierChoice description={t.tiersHint} tiers={event.ticket_tiers} {...field('tier_ids')} />
    </DialogForm>
  );
}
