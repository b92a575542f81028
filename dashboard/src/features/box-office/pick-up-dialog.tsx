import { Checkbox, Group, NumberInput, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import { postOnce } from '../../api/post-once.ts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { useAction } from '../../form/use-action.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import type { Order } from '../orders/order-queries.ts';
import { type ManualMethod, METHODS } from './methods.ts';
import type { Reservation } from './reservation-queries.ts';
import { reservationTexts } from './reservation-texts.ts';
import { texts } from './texts.ts';
import { totalOf } from './total-of.ts';

interface PickUpDialogProps {
  reservation: Reservation;
  onClose: () => void;
  onSold: (order: Order) => void;
}

type Item = Reservation['items'][number];

/** What is picked up of an item: its seats, or how many. */
interface Picked {
  quantity: number;
  seatIds: string[];
}

const all = ({ quantity, seats }: Item): Picked => ({ quantity, seatIds: seats.map(({ seat_id }) => seat_id) });

/** All that is kept or a part of it, how it is paid, and where the tickets go. The button says the total. */
export function PickUpDialog({ reservation, onClose, onSold }: PickUpDialogProps) {
  const t = useTexts(reservationTexts);
  const sale = useTexts(texts);
  const { pesos } = useFormats();
  const { items } = reservation;
  const [picked, setPicked] = useState(items.map(all));
  const [method, setMethod] = useState<ManualMethod>('CASH');
  const form = useForm({
    initialValues: { email: reservation.email ?? '', name: reservation.name, reference: '' },
  });
  const quantities = items.map((_, index) => picked[index]?.quantity ?? 0);
  const prices = items.map(({ unit_price: price }, index) => ({ price, quantity: quantities[index] ?? 0 }));
  const total = method === 'COMP' ? 0 : totalOf(prices);
  const pickUp = useAction({
    act: ({ email, name, reference }: typeof form.values) => {
      const params = { path: { id: reservation.id } };
      const body = {
        customer: { email, name: name.trim() || null },
        payment_method: method,
        reference: (method !== 'COMP' && reference.trim()) || null,
        items: items.flatMap((item, index) => pickedItem(item, picked[index])),
        total_amount: total,
      };
      return dataOf(postOnce('/reservations/{id}/pick-up', { params, body }));
    },
    onDone: onSold,
  });
  const labels = { 'customer.email': sale.email, 'customer.name': sale.name, reference: sale.reference };
  const pick = (index: number, one: Picked) =>
    setPicked((before) => before.map((other, at) => (at === index ? one : other)));
  return (
    <DialogForm
      title={t.pickUpTitle(reservation.name)}
      opened
      onClose={onClose}
      action={pickUp}
      labels={labels}
      submit={sale.sell(pesos(total))}
      disabled={quantities.every((quantity) => quantity === 0)}
      onSubmit={form.onSubmit((values) => pickUp.mutate(values))}
    >
      {items.map((item, index) => (
        <PickedFields
          key={`${item.tier_id} ${item.section_id}`}
          item={item}
          picked={picked[index] ?? all(item)}
          onPick={(one) => pick(index, one)}
        />
      ))}
      <Text size="sm" c="dimmed">
        {t.rest}
      </Text>
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
    </DialogForm>
  );
}

function pickedItem({ tier_id, section_id, seats }: Item, picked: Picked | undefined) {
  if (!picked || picked.quantity === 0) return [];
  const places = seats.length > 0 ? { seat_ids: picked.seatIds } : { quantity: picked.quantity };
  return [{ tier_id, section_id, ...places }];
}

interface PickedFieldsProps {
  item: Item;
  picked: Picked;
  onPick: (picked: Picked) => void;
}

/** A number of places; of seats a box for each. */
function PickedFields({ item, picked, onPick }: PickedFieldsProps) {
  const t = useTexts(reservationTexts);
  if (item.seats.length === 0)
    return (
      <NumberInput
        label={t.ofTier(item.tier_name, item.quantity)}
        min={0}
        max={item.quantity}
        allowDecimal={false}
        value={picked.quantity}
        onChange={(quantity) => onPick({ quantity: Number(quantity), seatIds: [] })}
      />
    );
  return (
    <Checkbox.Group
      label={t.seatsOf(item.tier_name)}
      value={picked.seatIds}
      onChange={(seatIds) => onPick({ quantity: seatIds.length, seatIds })}
    >
      <Group gap="md" mt="xs">
        {item.seats.map(({ seat_id, label }) => (
          <Checkbox key={seat_id} value={seat_id} label={label} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
