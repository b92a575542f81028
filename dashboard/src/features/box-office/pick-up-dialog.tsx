import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import { postOnce } from '../../api/post-once.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { useAction } from '../../form/use-action.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { eventQuery } from '../events/event-queries.ts';
import type { Order } from '../orders/order-queries.ts';
import { questionsQuery } from '../questions/question-queries.ts';
import { AnswerFields } from './answer-fields.tsx';
import { type Answers, type Asked, askedQuestions, sentAnswers, unanswered } from './asked-questions.ts';
import { type ManualMethod, METHODS } from './methods.ts';
import { MissingAnswers } from './missing-answers.tsx';
import { type Picked, PickedFields, type ReservationItem } from './picked-fields.tsx';
import type { Reservation } from './reservation-queries.ts';
import { reservationTexts } from './reservation-texts.ts';
import { texts } from './texts.ts';
import { totalOf } from './total-of.ts';

interface PickUpDialogProps {
  reservation: Reservation;
  onClose: () => void;
  onSold: (order: Order) => void;
}

const keyOf = ({ tier_id: tier, section_id: section }: ReservationItem) => `${tier} ${section}`;
const all = ({ quantity, seats }: ReservationItem): Picked => ({
  quantity,
  seatIds: seats.map(({ seat_id }) => seat_id),
});

/** All that is kept or a part of it, the questions about that, how it is paid, and where the tickets go. The button says the total. */
export function PickUpDialog({ reservation, onClose, onSold }: PickUpDialogProps) {
  const t = useTexts(reservationTexts);
  const sale = useTexts(texts);
  const { pesos } = useFormats();
  const { items, event } = reservation;
  const { data: ticketTiers } = useSuspenseQuery({ ...eventQuery(event.id), select: (found) => found.ticket_tiers });
  const { data: questions } = useSuspenseQuery(questionsQuery(event.id));
  const [picked, setPicked] = useState<Record<string, Picked>>({});
  const [answers, setAnswers] = useState<Answers>({});
  const [missing, setMissing] = useState<Asked[]>([]);
  const [method, setMethod] = useState<ManualMethod>('CASH');
  const form = useForm({
    initialValues: { email: reservation.email ?? '', name: reservation.name, reference: '' },
  });
  const lines = items.map((item) => ({ item, key: keyOf(item), picked: picked[keyOf(item)] ?? all(item) }));
  const chosen = lines.map(({ item: { tier_id: tierId, unit_price: price }, key, picked: { quantity } }) => ({
    ...{ key, tierId, price, quantity },
    admission: ticketTiers.some(({ id, admission }) => id === tierId && admission),
  }));
  const asked = askedQuestions(questions.questions, chosen);
  const total = method === 'COMP' ? 0 : totalOf(chosen);
  const pickUp = useAction({
    act: ({ email, name, reference }: typeof form.values) => {
      const params = { path: { id: reservation.id } };
      const body = {
        customer: { email, name: name.trim() || null },
        ...sentAnswers(asked, answers),
        payment_method: method,
        reference: (method !== 'COMP' && reference.trim()) || null,
        items: lines.flatMap((line) => pickedItem(line.item, line.picked)),
        total_amount: total,
      };
      return dataOf(postOnce('/reservations/{id}/pick-up', { params, body }));
    },
    onDone: onSold,
  });
  /** The window is in a hurry: a required question is asked once, and may stay open. */
  const ask = (values: typeof form.values) => {
    const open = unanswered(asked, answers);
    setMissing(open);
    if (open.length === 0) pickUp.mutate(values);
  };
  const labels = { 'customer.email': sale.email, 'customer.name': sale.name, reference: sale.reference };
  return (
    <DialogForm
      title={t.pickUpTitle(reservation.name)}
      opened
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
      <AnswerFields asked={asked} answers={answers} onChange={setAnswers} />
      <Radio.Group label={sale.payment} value={method} onChange={(value) => setMethod(value as ManualMethod)}>
        <Stack gap="xs" mt="xs">
          {METHODS.map((value) => (
            <Radio key={value} value={value} label={sale.methods[value]} />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput
        type="email"
        label={sale.email}
        description={sale.emailHint}
        required
        maxLength={254}
        {...form.getInputProps('email')}
      />
      <TextInput label={sale.name} maxLength={200} {...form.getInputProps('name')} />
      {method === 'COMP' ? null : (
        <TextInput label={sale.reference} maxLength={200} {...form.getInputProps('reference')} />
      )}
      {missing.length > 0 ? (
        <MissingAnswers
          missing={missing}
          loading={pickUp.isPending}
          onSkip={form.onSubmit((values) => pickUp.mutate(values))}
        />
      ) : null}
    </DialogForm>
  );
}

function pickedItem({ tier_id, section_id, seats }: ReservationItem, picked: Picked) {
  if (picked.quantity === 0) return [];
  const places = seats.length > 0 ? { seat_ids: picked.seatIds } : { quantity: picked.quantity };
  return [{ tier_id, section_id, ...places }];
}
