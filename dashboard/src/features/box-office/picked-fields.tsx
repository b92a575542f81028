import { Checkbox, Group } from '@mantine/core';
import { useTexts } from '../../language/language.tsx';
import { QuantityInput } from './quantity-input.tsx';
import type { Reservation } from './reservation-queries.ts';
import { reservationTexts } from './reservation-texts.ts';

export type ReservationItem = Reservation['items'][number];

/** What is picked up of an item: its seats, or how many. */
export interface Picked {
  /** As it is typed. */
  quantity: number | string;
  seatIds: string[];
}

interface PickedFieldsProps {
  item: ReservationItem;
  picked: Picked;
  onPick: (picked: Picked) => void;
}

/** A number of places; of seats a box for each. */
export function PickedFields({ item, picked, onPick }: PickedFieldsProps) {
  const t = useTexts(reservationTexts);
  if (item.seats.length === 0)
    return (
      <QuantityInput
        label={t.ofTier(item.tier_name, item.quantity)}
        name={item.tier_name}
        max={item.quantity}
        value={picked.quantity}
        onChange={(quantity) => onPick({ quantity, seatIds: [] })}
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
