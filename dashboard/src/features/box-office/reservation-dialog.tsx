import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api, dataOf } from '../../api/client.ts';
import { postOnce } from '../../api/post-once.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { fieldsOf } from '../../form/fields-of.ts';
import { onlyChanged } from '../../form/only-changed.ts';
import { texts as formTexts } from '../../form/texts.ts';
import { useAction } from '../../form/use-action.ts';
import { useFormTimes } from '../../form/use-form-times.ts';
import { useTexts } from '../../language/language.tsx';
import type { Reservation } from './reservation-queries.ts';
import { reservationTexts } from './reservation-texts.ts';

/** Places to keep, as the API takes them. */
export interface KeptItem {
  tier_id: string;
  section_id?: string | null;
  quantity?: number;
  /** Price of one place, where the buyer sets it. */
  unit_price?: number | null;
  seat_ids?: string[];
}

interface ReservationDialogProps {
  /** What to keep, until this event starts unless another time is entered; or a reservation to change. */
  subject: { event: { id: string; start_datetime: string }; items: KeptItem[]; places: number } | Reservation;
  onClose: () => void;
  onKept?: () => void;
}

const startIfAhead = ({ start_datetime: start }: { start_datetime: string }) =>
  Date.parse(start) > Date.now() ? start : null;

/** Asks for whom places are kept, and until when. */
export function ReservationDialog({ subject, onClose, onKept }: ReservationDialogProps) {
  const t = useTexts(reservationTexts);
  const { saved } = useTexts(formTexts);
  const { inputValue, withOffset } = useFormTimes();
  const reservation = 'id' in subject ? subject : undefined;
  const form = useForm({
    initialValues: {
      name: reservation?.name ?? '',
      until: inputValue('id' in subject ? subject.until : startIfAhead(subject.event)),
      phone: reservation?.phone ?? '',
      email: reservation?.email ?? '',
      note: reservation?.note ?? '',
    },
  });
  const labels = { name: t.name, until: t.until, phone: t.phone, email: t.email, note: t.note };
  const save = useAction({
    act: ({ name, ...values }: typeof form.values) => {
      const optional = Object.fromEntries(
        Object.entries({ ...values, until: withOffset(values.until) }).map(([field, value]) => [
          field,
          value.trim() || null,
        ]),
      );
      if ('id' in subject) {
        const params = { path: { id: subject.id } };
        return dataOf(api.PUT('/reservations/{id}', { params, body: onlyChanged({ name, ...optional }, form) }));
      }
      const body = { event_id: subject.event.id, items: subject.items, name, ...optional };
      return dataOf(postOnce('/reservations', { body }));
    },
    successMessage: reservation ? saved : t.kept,
    onDone: () => {
      onKept?.();
      onClose();
    },
  });
  const { field } = fieldsOf(form, labels);
  return (
    <DialogForm
      title={'id' in subject ? t.changeTitle(subject.name) : t.keepTitle(subject.places)}
      onClose={onClose}
      action={save}
      labels={labels}
      submit={reservation ? undefined : t.keep}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput description={t.nameHint} required maxLength={200} data-autofocus {...field('name')} />
      <TextInput type="datetime-local" description={t.untilHint} {...field('until')} />
      <TextInput type="tel" maxLength={32} {...field('phone')} />
      <TextInput type="email" description={t.emailHint} maxLength={254} {...field('email')} />
      <TextInput maxLength={1_000} {...field('note')} />
    </DialogForm>
  );
}
