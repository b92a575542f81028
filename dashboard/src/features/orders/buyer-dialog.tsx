import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api, dataOf } from '../../api/client.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { fieldsOf } from '../../form/fields-of.ts';
import { onlyChanged } from '../../form/only-changed.ts';
import { useAction } from '../../form/use-action.ts';
import { useTexts } from '../../language/language.tsx';
import type { Order } from './order-queries.ts';
import { texts } from './texts.ts';

/** Corrects the buyer. Before a change of the address it says what becomes of the tickets that were sent. */
export function BuyerDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useTexts(texts);
  const { name, email, phone } = order.customer;
  const form = useForm({ initialValues: { name, email, phone: phone ?? '' } });
  const isMoved = form.values.email.trim().toLowerCase() !== email.toLowerCase();
  const hasTickets = order.tickets.some(({ status }) => status === 'valid' || status === 'used');
  const correct = useAction({
    act: ({ phone, ...values }: typeof form.values) => {
      const body = onlyChanged({ ...values, phone: phone.trim() || null }, form);
      return dataOf(api.PUT('/orders/{id}/customer', { params: { path: { id: order.id } }, body }));
    },
    successMessage: isMoved && hasTickets ? t.resent : t.corrected,
    onDone: onClose,
  });
  const labels = { name: t.buyer, email: t.email, phone: t.phone };
  const { field } = fieldsOf(form, labels);
  return (
    <DialogForm
      title={t.correctBuyer}
      onClose={onClose}
      action={correct}
      labels={labels}
      submit={isMoved && hasTickets ? t.correctAndSend : undefined}
      disabled={!form.isDirty()}
      onSubmit={form.onSubmit((values) => correct.mutate(values))}
    >
      <TextInput required maxLength={200} {...field('name')} />
      <TextInput type="email" required maxLength={254} {...field('email')} />
      <TextInput type="tel" maxLength={32} {...field('phone')} />
      {/* Announced when the address is another one. */}
      <Text size="sm" role="status">
        {isMoved ? (hasTickets ? t.correctHint : t.correctLinkHint) : ''}
      </Text>
    </DialogForm>
  );
}
