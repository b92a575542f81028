import { Radio, Stack, Text } from '@mantine/core';
import { skipToken, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { postOnce } from '../../api/post-once.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { ProblemAlert } from '../../form/problem-alert.tsx';
import { useAction } from '../../form/use-action.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { eventQuery } from '../events/event-queries.ts';
import { seatMapQuery } from '../seating/seating-queries.ts';
import { type Choice, movesOf } from './change-choices.ts';
import { changeTexts } from './change-texts.ts';
import { MovedTicket } from './moved-ticket.tsx';
import type { Order } from './order-queries.ts';
import { isPaidByHand } from './taken-by-hand.ts';

const METHODS = ['CASH', 'EXTERNAL'] as const satisfies Model<'WindowPaymentMethod'>[];
const AS_PAID = 'as_paid';
type Way = (typeof METHODS)[number] | typeof AS_PAID;

/** The difference is asked of the server with each choice, and shown before the change is made. */
export function ChangePlacesDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useTexts(changeTexts);
  const { pesos } = useFormats();
  const { data: event } = useSuspenseQuery(eventQuery(order.event.id));
  const { data: seats } = useSuspenseQuery(seatMapQuery(order.event.id, event.seated));
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  /** Money to take is one question, money to give back another. */
  const [chosenWays, setChosenWays] = useState<{ take?: Way; giveBack?: Way }>({});
  const valid = order.tickets.filter(({ status }) => status === 'valid');
  const tickets = movesOf(valid, choices);
  const path = { params: { path: { id: order.id } } };
  const preview = useQuery({
    queryKey: ['orders', order.id, 'change', tickets],
    queryFn:
      tickets.length === 0
        ? skipToken
        : () => dataOf(api.POST('/orders/{id}/changes', { ...path, body: { tickets, preview: true } })),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const difference = preview.data?.difference;
  const isByHand = isPaidByHand(order);
  const direction = difference !== undefined && difference < 0 ? 'giveBack' : 'take';
  const ways: readonly Way[] = direction === 'giveBack' && !isByHand ? [AS_PAID, ...METHODS] : METHODS;
  const way = chosenWays[direction] ?? ways[0];
  const change = useAction({
    act: () =>
      dataOf(
        postOnce('/orders/{id}/changes', {
          ...path,
          body: {
            tickets,
            difference: difference ?? null,
            ...(way === AS_PAID ? {} : { payment_method: way ?? null, give_back: 'by_hand' }),
          },
        }),
      ),
    successMessage: t.done,
    onDone: onClose,
  });
  const amount = pesos(Math.abs(difference ?? 0));
  const choose = (id: string, choice: Choice | undefined) =>
    setChoices(({ [id]: _, ...others }) => (choice ? { ...others, [id]: choice } : others));
  return (
    <DialogForm
      title={t.title}
      onClose={onClose}
      action={change}
      submit={difference ? (difference > 0 ? t.submitToPay(amount) : t.submitToGiveBack(amount)) : t.submit}
      disabled={difference === undefined}
      onSubmit={() => change.mutate()}
    >
      <Text size="sm">{valid.length === 0 ? t.none : t.hint}</Text>
      <Stack gap="xs">
        {valid.map((ticket) => (
          <MovedTicket
            key={ticket.id}
            ticket={ticket}
            event={event}
            seats={seats}
            choice={choices[ticket.id]}
            onChoose={(choice) => choose(ticket.id, choice)}
          />
        ))}
      </Stack>
      <ProblemAlert error={preview.error} labels={{}} />
      {difference === undefined ? null : (
        <Text fw={600} role="status">
          {difference === 0 ? t.noDifference : difference > 0 ? t.toPay(amount) : t.toGiveBack(amount)}
        </Text>
      )}
      {difference ? (
        <Radio.Group
          label={difference > 0 ? t.takenBy : t.givenBackBy}
          value={way ?? null}
          onChange={(value) => setChosenWays({ ...chosenWays, [direction]: value as Way })}
        >
          <Stack gap="xs" mt="xs">
            {ways.map((value) => (
              <Radio key={value} value={value} label={value === AS_PAID ? t.asPaid : t.methods[value]} />
            ))}
          </Stack>
        </Radio.Group>
      ) : null}
    </DialogForm>
  );
}
