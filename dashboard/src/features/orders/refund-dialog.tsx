import { Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import { postOnce } from '../../api/post-once.ts';
import { sumOf } from '../../api/to-centavo.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { useAction } from '../../form/use-action.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import type { Order } from './order-queries.ts';
import { ticketWords } from './seat-of.ts';
import { isTakenByHand } from './taken-by-hand.ts';
import { texts } from './texts.ts';

/** Starts with every refundable ticket chosen. The button says what the refund amounts to. */
export function RefundDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useTexts(texts);
  const { pesos } = useFormats();
  const refundable = order.tickets.filter(({ status }) => status === 'valid' || status === 'used');
  const isByHand = isTakenByHand(order);
  const [chosen, setChosen] = useState(() => refundable.map(({ id }) => id));
  // Another user may have refunded one of them in the meantime.
  const tickets = refundable.filter(({ id }) => chosen.includes(id));
  const amount = sumOf(tickets.map((ticket) => ticket.amount));
  const refund = useAction({
    act: () =>
      dataOf(
        postOnce('/orders/{id}/refund', {
          params: { path: { id: order.id } },
          // If a colleague changed what the tickets cost meanwhile, the dialog shows that first.
          body: { ticket_ids: tickets.map(({ id }) => id), amount },
        }),
      ),
    successMessage: isByHand || amount === 0 ? t.refundNoted : t.refundDone,
    onDone: onClose,
  });
  return (
    <DialogForm
      title={t.refund}
      onClose={onClose}
      action={refund}
      submit={t.refundSubmit(pesos(amount), tickets.length)}
      disabled={tickets.length === 0}
      danger
      onSubmit={() => refund.mutate()}
    >
      <Text size="sm">{t.refundHint}</Text>
      {isByHand ? <Text size="sm">{t.refundByHand}</Text> : null}
      <Checkbox.Group label={t.tickets} value={chosen} onChange={setChosen}>
        <Stack gap="xs" mt="xs">
          {refundable.map((ticket) => (
            <Checkbox key={ticket.id} value={ticket.id} label={ticketWords(ticket)} />
          ))}
        </Stack>
      </Checkbox.Group>
    </DialogForm>
  );
}
