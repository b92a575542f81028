import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSuspenseQuery } from '@tanstack/react-query';
import { dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { postOnce } from '../../api/post-once.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { fieldsOf } from '../../form/fields-of.ts';
import { useAction } from '../../form/use-action.ts';
import { useFormTimes } from '../../form/use-form-times.ts';
import { useTexts } from '../../language/language.tsx';
import { type Event, eventQuery } from '../events/event-queries.ts';
import { checkInListsQuery } from './check-in-list-queries.ts';
import { texts } from './texts.ts';

const HOUR_MS = 3_600_000;
/** Where an event says no end. */
const USUAL_HOURS = 6;
/** Doors close later than the show ends. */
const HOURS_AFTERWARDS = 1;
/** The API allows 366 days. */
const LONGEST_HOURS = 365 * 24;

interface DoorLinkDialogProps {
  eventId: string;
  onClose: () => void;
  onCreated: (link: Model<'CreatedDoorLink'>) => void;
}

/** A while after the end of the event, or from now when that is over; at most as long as the API allows. */
function suggestedEnd({ start_datetime: start, end_datetime: end }: Event): string {
  const ends = end ? Date.parse(end) : Date.parse(start) + USUAL_HOURS * HOUR_MS;
  const later = Math.max(ends + HOURS_AFTERWARDS * HOUR_MS, Date.now() + USUAL_HOURS * HOUR_MS);
  return new Date(Math.min(later, Date.now() + LONGEST_HOURS * HOUR_MS)).toISOString();
}

export function DoorLinkDialog({ eventId, onClose, onCreated }: DoorLinkDialogProps) {
  const t = useTexts(texts);
  const { inputValue, withOffset } = useFormTimes();
  const { data: event } = useSuspenseQuery(eventQuery(eventId));
  const { check_in_lists: lists } = useSuspenseQuery(checkInListsQuery(eventId)).data;
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', list_id: '', ends_at: inputValue(suggestedEnd(event)) },
  });
  const create = useAction({
    act: ({ name, list_id, ends_at }: typeof form.values) =>
      dataOf(
        postOnce('/events/{id}/door-links', {
          params: { path: { id: eventId } },
          body: { name, ends_at: withOffset(ends_at), list_id: list_id || null },
        }),
      ),
    onDone: (link) => {
      onCreated(link);
      onClose();
    },
  });
  const labels = { name: t.name, ends_at: t.ends, list_id: t.scansAt };
  const { field } = fieldsOf(form, labels);
  return (
    <DialogForm
      title={t.create}
      onClose={onClose}
      action={create}
      labels={labels}
      submit={t.createSubmit}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
    >
      <TextInput description={t.nameHint} required maxLength={200} data-autofocus {...field('name')} />
      {lists.length > 0 ? (
        <NativeSelect
          description={t.oneListHint}
          data={[{ value: '', label: t.everywhere }, ...lists.map(({ id, name }) => ({ value: id, label: name }))]}
          {...field('list_id')}
        />
      ) : null}
      <TextInput type="datetime-local" description={t.endsHint} required {...field('ends_at')} />
    </DialogForm>
  );
}
