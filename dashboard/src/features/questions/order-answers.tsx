import { Stack, Title } from '@mantine/core';
import { useTexts } from '../../language/language.tsx';
import type { Order } from '../orders/order-queries.ts';
import { AnswerList } from './answer-list.tsx';
import { texts } from './texts.ts';

/** What the buyer answered, about the order and about each ticket; nothing when nothing was asked. */
export function OrderAnswers({ order: { answers, tickets } }: { order: Order }) {
  const t = useTexts(texts);
  const answered = tickets.filter((ticket) => ticket.answers.length > 0);
  if (answers.length + answered.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={2}>{t.answers}</Title>
      {answers.length > 0 ? <AnswerList answers={answers} /> : null}
      {answered.map((ticket) => (
        <Stack key={ticket.id} gap={4}>
          <Title order={3} size="h5">
            {ticket.ticket_number}
          </Title>
          <AnswerList answers={ticket.answers} />
        </Stack>
      ))}
    </Stack>
  );
}
