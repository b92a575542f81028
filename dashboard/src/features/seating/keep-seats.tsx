import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../language/language.tsx';
import { KeepPlaces } from '../box-office/keep-places.tsx';
import { reservationTexts } from '../box-office/reservation-texts.ts';
import type { Event } from '../events/event-queries.ts';

export interface ChosenSeat {
  id: string;
  label: string;
  tierIds: string[];
}

interface KeepSeatsProps {
  event: Event;
  sectionId: string;
  seats: ChosenSeat[];
  onDone: () => void;
}

/**
 * The chosen seats, at a price that they have in common, or each at the price beside it, and the button that keeps
 * them.
 */
export function KeepSeats({ event, sectionId, seats, onDone }: KeepSeatsProps) {
  const t = useTexts(reservationTexts);
  const [wanted, setWanted] = useState('');
  const active = event.ticket_tiers.filter((tier) => tier.is_active);
  const common = active.filter(({ id }) => seats.every(({ tierIds }) => tierIds.includes(id)));
  const ofAll = common.find(({ id }) => id === wanted) ?? common[0];
  // A seat without a price on sale is refused.
  const tierOf = ({ tierIds }: ChosenSeat) =>
    (ofAll ?? active.find(({ id }) => tierIds.includes(id)))?.id ?? tierIds[0] ?? '';
  const groups = [...Map.groupBy(seats, tierOf)];
  const items = groups.map(([tier_id, ofTier]) => ({
    ...{ tier_id, section_id: sectionId, seat_ids: ofTier.map(({ id }) => id) },
  }));
  const words = groups.map(([tierId, ofTier]) => {
    const labels = ofTier.map(({ label }) => label).join(', ');
    const tier = event.ticket_tiers.find(({ id }) => id === tierId);
    return ofAll || !tier ? labels : `${labels} (${tier.name})`;
  });
  return (
    <Group align="flex-end">
      {seats.length > 0 ? (
        <>
          <Text role="status">{t.chosen(words.join(', '))}</Text>
          {common.length > 1 ? (
            <NativeSelect
              label={t.tier}
              data={common.map(({ id, name }) => ({ value: id, label: name }))}
              value={ofAll?.id}
              onChange={({ currentTarget: { value } }) => setWanted(value)}
            />
          ) : null}
          <Button variant="subtle" onClick={onDone}>
            {t.clear}
          </Button>
        </>
      ) : null}
      {/* Its dialog stays when a buyer takes the last chosen seat. */}
      <KeepPlaces event={event} items={items} places={seats.length} label={t.keepSeats} onKept={onDone} />
    </Group>
  );
}
