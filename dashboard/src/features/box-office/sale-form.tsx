import { Fieldset, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import { postOnce } from '../../api/post-once.ts';
import { fieldsOf } from '../../form/fields-of.ts';
import { ProblemAlert } from '../../form/problem-alert.tsx';
import { SubmitButton } from '../../form/submit-button.tsx';
import { typedNumber } from '../../form/typed-number.ts';
import { useAction } from '../../form/use-action.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { eventQuery } from '../events/event-queries.ts';
import { sectionsQuery } from '../seating/seating-queries.ts';
import { AnswerFields } from './answer-fields.tsx';
import { beginHere } from './begin-here.ts';
import { EmailField } from './email-field.tsx';
import { KeepPlaces } from './keep-places.tsx';
import { LineFields } from './line-fields.tsx';
import { MissingAnswers } from './missing-answers.tsx';
import { PaymentFields } from './payment-fields.tsx';
import { saleLines } from './sale-lines.ts';
import type { Sale } from './sold.tsx';
import { texts } from './texts.ts';
import { totalOf } from './total-of.ts';
import { useAnswers } from './use-answers.ts';
import { usePayment } from './use-payment.ts';

interface SaleFormProps {
  eventId: string;
  /** The next one: the form has the focus. */
  isNext: boolean;
  onSold: (sale: Sale) => void;
  onKept: () => void;
}

/** What the buyer takes, how it is paid, and where the tickets go. The button says the total. */
export function SaleForm({ eventId, isNext, onSold, onKept }: SaleFormProps) {
  const t = useTexts(texts);
  const { pesos } = useFormats();
  const { data: event } = useSuspenseQuery(eventQuery(eventId));
  const { data: sections } = useSuspenseQuery(sectionsQuery(eventId));
  const lines = saleLines(event, sections);
  const [quantities, setQuantities] = useState<Record<string, number | string>>({});
  const [prices, setPrices] = useState<Record<string, number | string>>({});
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', name: '', reference: '', note: '' } });
  const chosen = lines
    .map((line) => ({
      ...line,
      quantity: typedNumber(quantities[line.key] ?? 0),
      price: typedNumber(prices[line.key] ?? line.price),
    }))
    .filter(({ quantity }) => quantity > 0);
  const payment = usePayment(totalOf(chosen));
  const { method, total } = payment;
  const items = chosen.map(({ tierId, sectionId, quantity, minimum, price }) => ({
    ...{ tier_id: tierId, section_id: sectionId, quantity },
    unit_price: minimum === null ? null : price,
  }));
  const answers = useAnswers(eventId, chosen);
  const sell = useAction({
    act: async ({ email, name, reference, note }: typeof form.values) => {
      const body = {
        event_id: eventId,
        items,
        customer: { email, name: name.trim() || null },
        ...answers.sent,
        payment_method: method,
        total_amount: total,
        reference: (method !== 'COMP' && reference.trim()) || null,
        note: note.trim() || null,
      };
      const order = await dataOf(postOnce('/orders', { body }));
      return { order, change: payment.changeOf(order.total_amount) };
    },
    onDone: onSold,
  });
  const labels = {
    items: t.tickets,
    payment_method: t.payment,
    email: t.email,
    name: t.name,
    reference: t.reference,
    note: t.note,
    'customer.email': t.email,
    'customer.name': t.name,
  };
  const { field } = fieldsOf(form, labels);
  const ask = (values: typeof form.values) => {
    if (answers.isAnswered()) sell.mutate(values);
  };
  return (
    <form ref={isNext ? beginHere : null} onSubmit={form.onSubmit(ask)}>
      <Stack>
        <Fieldset legend={t.tickets}>
          <Stack gap="xs">
            {lines.map((line) => (
              <LineFields
                key={line.key}
                line={line}
                quantity={quantities[line.key] ?? 0}
                price={prices[line.key] ?? line.price}
                onQuantity={(quantity) => setQuantities((before) => ({ ...before, [line.key]: quantity }))}
                onPrice={(price) => setPrices((before) => ({ ...before, [line.key]: price }))}
              />
            ))}
          </Stack>
        </Fieldset>
        <AnswerFields {...answers.fields} />
        <PaymentFields payment={payment} />
        <EmailField
          version={form.key('email')}
          field={field('email')}
          onOwn={(email) => form.setFieldValue('email', email)}
        />
        <TextInput maxLength={200} {...field('name')} />
        {method === 'COMP' ? null : <TextInput maxLength={200} {...field('reference')} />}
        <TextInput maxLength={1_000} {...field('note')} />
        {answers.missing.length > 0 ? (
          <MissingAnswers
            missing={answers.missing}
            loading={sell.isPending}
            onSkip={form.onSubmit((values) => sell.mutate(values))}
          />
        ) : null}
        <ProblemAlert error={sell.error} labels={labels} />
        {items.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t.chooseFirst}
          </Text>
        ) : null}
        <Group>
          <SubmitButton needs="box_office" loading={sell.isPending} disabled={items.length === 0}>
            {t.sell(pesos(total))}
          </SubmitButton>
          <KeepPlaces
            event={event}
            items={items}
            places={items.reduce((sum, { quantity }) => sum + quantity, 0)}
            onKept={onKept}
          />
        </Group>
      </Stack>
    </form>
  );
}
