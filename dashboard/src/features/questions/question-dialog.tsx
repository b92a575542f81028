import { NativeSelect, NumberInput, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { postOnce } from '../../api/post-once.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { DraftOffer } from '../../form/draft-offer.tsx';
import { fieldsOf } from '../../form/fields-of.ts';
import { linesOf } from '../../form/lines-of.ts';
import { onlyChanged } from '../../form/only-changed.ts';
import { texts as formTexts } from '../../form/texts.ts';
import { TierChoice } from '../../form/tier-choice.tsx';
import { useAction } from '../../form/use-action.ts';
import { changedFields, type FormDraft, useDraft, withRestored } from '../../form/use-draft.ts';
import { useTexts } from '../../language/language.tsx';
import type { Event } from '../events/event-queries.ts';
import type { Question } from './question-queries.ts';
import { texts } from './texts.ts';

const ASKED_OF = ['order', 'ticket'] as const satisfies Model<'AskedOf'>[];
const KINDS = ['text', 'choice', 'checkbox', 'date'] as const satisfies Model<'QuestionKind'>[];

interface QuestionDialogProps {
  event: Event;
  /** The question to edit; undefined to add one. */
  question: Question | undefined;
  onClose: () => void;
}

/** Input that was lost with the page is offered; closing the dialog discards it. */
export function QuestionDialog(props: QuestionDialogProps) {
  const { event, question, onClose } = props;
  const draft = useDraft(question ? `question:${question.id}` : `question:new:${event.id}`);
  const close = () => {
    draft.forget();
    onClose();
  };
  return <Dialog key={draft.round} {...props} onClose={close} draft={draft} />;
}

const valuesOf = (question: Question | undefined) => ({
  label: question?.label ?? '',
  help: question?.help ?? '',
  asked_of: question?.asked_of ?? ('order' as (typeof ASKED_OF)[number]),
  kind: question?.kind ?? ('text' as (typeof KINDS)[number]),
  options: question?.options.join('\n') ?? '',
  required: question?.required ?? false,
  at_door: question?.at_door ?? false,
  tier_ids: question?.tier_ids ?? [],
  sort_order: question?.sort_order ?? ('' as number | string),
});

function Dialog({ event, question, onClose, draft }: QuestionDialogProps & { draft: FormDraft }) {
  const t = useTexts(texts);
  const { saved } = useTexts(formTexts);
  const before = valuesOf(question);
  const form = useForm({
    initialValues: withRestored(before, draft.restored),
    onValuesChange: (values) => draft.keep(changedFields(values, before)),
  });
  // What was restored differs from what is saved.
  useState(() => form.resetDirty(before));
  const labels = {
    label: t.label,
    help: t.help,
    asked_of: t.askedOf,
    kind: t.kind,
    options: t.options,
    required: t.required,
    at_door: t.atDoor,
    tier_ids: t.tiers,
    sort_order: t.order,
  };
  const { kind, asked_of: askedOf } = form.values;
  // An add-on does not admit an attendee, so it has only questions about the order.
  const isAsked = ({ admission }: { admission: boolean }) => askedOf === 'order' || admission;
  const tiers = event.ticket_tiers.filter(isAsked);
  // Others were ticked before they went out of sight.
  const chosen = form.values.tier_ids.filter((id) =>
    event.ticket_tiers.every((tier) => tier.id !== id || isAsked(tier)),
  );
  const save = useAction({
    act: (values: typeof form.values) => {
      const body = {
        ...values,
        help: values.help || null,
        options: values.kind === 'choice' ? linesOf(values.options) : [],
        tier_ids: chosen.length === 0 ? null : chosen,
        sort_order: values.sort_order === '' ? null : Number(values.sort_order),
      };
      return question
        ? dataOf(api.PUT('/questions/{id}', { params: { path: { id: question.id } }, body: onlyChanged(body, form) }))
        : dataOf(postOnce('/events/{id}/questions', { params: { path: { id: event.id } }, body }));
    },
    successMessage: saved,
    onDone: onClose,
  });
  const { field, toggle } = fieldsOf(form, labels);
  return (
    <DialogForm
      title={question ? t.edit(question.label) : t.create}
      onClose={onClose}
      action={save}
      labels={labels}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <DraftOffer draft={draft} />
      <TextInput required maxLength={200} {...field('label')} />
      <TextInput description={t.helpHint} maxLength={500} {...field('help')} />
      <NativeSelect
        data={ASKED_OF.map((value) => ({ value, label: t.askedOfs[value] }))}
        description={question ? t.fixed : undefined}
        disabled={question !== undefined}
        {...field('asked_of')}
      />
      <NativeSelect
        data={KINDS.map((value) => ({ value, label: t.kinds[value] }))}
        description={question ? t.fixed : undefined}
        disabled={question !== undefined}
        {...field('kind')}
      />
      {kind === 'choice' ? (
        <Textarea required autosize minRows={3} maxRows={10} description={t.optionsHint} {...field('options')} />
      ) : null}
      {tiers.length > 1 || chosen.length > 0 ? (
        <TierChoice description={t.tiersHint} tiers={tiers} {...field('tier_ids')} value={chosen} />
      ) : null}
      <NumberInput description={t.orderHint} allowDecimal={false} {...field('sort_order')} />
      <Switch description={t.requiredHint} {...toggle('required')} />
      <Switch {...toggle('at_door')} />
    </DialogForm>
  );
}
