import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import { postOnce } from '../../api/post-once.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { fieldsOf } from '../../form/fields-of.ts';
import { typedNumber } from '../../form/typed-number.ts';
import { useAction } from '../../form/use-action.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { eventQuery } from '../events/event-queries.ts';
import { AnswerFields } from './answer-fields.tsx';
import { EmailField } from './email-field.tsx';
import { MissingAnswers } from './missing-answers.tsx';
import { PaymentFields } from './payment-fields.tsx';
import { type Picked, PickedFields, type ReservationItem } from './picked-fields.tsx';
import type { Reservation } from './reservation-queries.ts';
import { reservationTexts } from './reservation-texts.ts';
import type { Sale } from './sold.tsx';
import { texts } from './texts.ts';
import { totalOf } from './total-of.ts';
import { useAnswers } from './use-answers.ts';
import { usePayment } from './use-payment.ts';

interface PickUpDialogProps {
  reservation: Reservation;
  onClose: () => void;
  onSold: (sale: Sale) => void;
}

const keyOf = ({ tier_id: tier, section_id: section }: ReservationItem) => `${tier} ${section}`;
const all = ({ quantity, seats }: ReservationItem): Picked => ({
  quantity,
  seatIds: seats.map(({ seat_id }) => seat_id),
});

/**
 * All that is kept or a part of it, the questions about that, how it is paid, and where the tickets go. The button says
 * the total.
 */
export function PickUpDialog({ reservation, onClose, onSold }: PickUpDialogProps) {
  const t = useTexts(reservationTexts);
  const sale = useTexts(texts);
  const { pesos } = useFormats();
  const { items, event } = reservation;
  const { data: ticketTiers } = useSuspenseQuery({ ...eventQuery(event.id), select: (found) => found.ticket_tiers });
  const [picked, setPicked] = useState<Record<string, Picked>>({});
  const form = useForm({
    initialValues: { email: reservation.email ?? '', name: reservation.name, reference: '' },
  });
  const lines = items.map((item) => ({ item, key: keyOf(item), picked: picked[keyOf(item)] ?? all(item) }));
  const chosen = lines.map(({ item: { tier_id: tierId, unit_price: price }, key, picked: { quantity } }) => ({
    ...{ key, tierId, price, quantity: typedNumber(quantity) },
    admission: ticketTiers.some(({ id, admission }) => id === tierId && admission),
  }));
  const answers = useAnswers(event.id, chosen);
  const payment = usePayment(totalOf(chosen));
  const { method, total } = payment;
  const pickUp = useAction({
    act: async ({ email, name, reference }: typeof form.values) => {
      const params = { path: { id: reservation.id } };
      const body = {
        customer: { email, name: name.trim() || null },
        ...answers.sent,
        payment_method: method,
        reference: (method !== 'COMP' && reference.trim()) || null,
        items: lines.flatMap((line) => pickedItem(line.item, line.picked)),
        total_amount: total,
      };
      const order = await dataOf(postOnce('/reservations/{id}/pick-up', { params, body }));
      return { order, change: payment.changeOf(order.total_amount) };
    },
    onDone: onSold,
  });
  const ask = (values: typeof form.values) => {
    if (answers.isAnswered()) pickUp.mutate(values);
  };
  const { email, name, reference } = sale;
  const labels = { email, name, reference, 'customer.email': email, 'customer.name': name };
  const { field } = fieldsOf(form, labels);
  return (
    <DialogForm
      title={t.pickUpTitle(reservation.name)}
      onClose={onClose}
      action={pickUp}
      labels={labels}
      submit={sale.sell(pesos(total))}
      disabled={chosen.every(({ quantity }) => quantity === 0)}
      onSubmit={form.onSubmit(ask)}
    >
      {lines.map((line) => (
        <PickedFields
          key={line.key}
          item={line.item}
          picked={line.picked}
          onPick={(one) => setPicked((before) => ({ ...before, [line.key]: one }))}
        />
      ))}
      <Text size="sm" c="dimmed">
        {t.rest}
      </Text>
      <AnswerFields {...answers.fields} />
      <PaymentFields payment={payment} />
      <EmailField
        version={form.key('email')}
        field={field('email')}
        onOwn={reservation.email === null ? (own) => form.setFieldValue('email', own) : undefined}
      />
      <TextInput maxLength={200} {...field('name')} />
      {method === 'COMP' ? null : <TextInput maxLength={200} {...field('reference')} />}
      {answers.missing.length > 0 ? (
        <MissingAnswers
          missing={answers.missing}
          loading={pickUp.isPending}
          onSkip={form.onSubmit((values) => pickUp.mutate(values))}
        />
      ) : null}
    </DialogForm>
  );
}

function pickedItem({ tier_id, section_id, seats }: ReservationItem, picked: Picked) {
  const quantity = typedNumber(picked.quantity);
  if (quantity === 0) return [];
  const places = seats.length > 0 ? { seat_ids: picked.seatIds } : { quantity };
  return [{ tier_id, section_id, ...places }];
}
