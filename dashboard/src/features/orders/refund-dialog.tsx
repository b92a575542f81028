import { Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { useAction } from '../../form/use-action.ts';
import { useTexts } from '../../language/language.tsx';
import type { Order } from './order-queries.ts';
import { seatOf } from './seat-of.ts';
import { texts } from './texts.ts';

/** All that is left of an order, or the tickets that are chosen. */
export function RefundDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useTexts(texts);
  const [chosen, setChosen] = useState<string[]>([]);
  const refund = useAction({
    act: () =>
      dataOf(
        api.POST('/orders/{id}/refund', {
          params: { path: { id: order.id } },
          body: chosen.length > 0 ? { ticket_ids: chosen } : {},
        }),
      ),
    said: t.refundDone,
    onDone: onClose,
  });
  const refundable = order.tickets.filter(({ status }) => status === 'valid' || status === 'used');
  return (
    <DialogForm
      title={t.refund}
      opened
      onClose={onClose}
      action={refund}
      submit={t.refundSubmit}
      danger
      onSubmit={(event) => {
        event.preventDefault();
        refund.mutate();
      }}
    >
      <Text size="sm">{t.refundHint}</Text>
      <Checkbox.Group label={t.tickets} value={chosen} onChange={setChosen}>
        <Stack gap="xs" mt="xs">
          {refundable.map((ticket) => (
            <Checkbox key={ticket.id} value={ticket.id} label={`${ticket.ticket_number} ${seatOf(ticket)}`} />
          ))}
        </Stack>
      </Checkbox.Group>
    </DialogForm>
  );
}
