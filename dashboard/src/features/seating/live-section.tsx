import { List, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { useMe } from '../../session/me.ts';
import type { Event } from '../events/event-queries.ts';
import { type ChosenSeat, KeepSeats } from './keep-seats.tsx';
import { type GridPlace, Legend, type PlaceState, SeatGrid } from './seat-grid.tsx';
import type { SeatsNow } from './seating-queries.ts';
import { texts } from './texts.ts';

type RowNow = SeatsNow['rows'][number];

interface PlaceNow extends GridPlace {
  id: string | null;
}

function placesNow({ seats, seat_ids, statuses, kept_for }: RowNow, chosen: ReadonlySet<string>): PlaceNow[] {
  return seats.map((seat, place) => {
    const [id, name] = [seat_ids[place] ?? null, kept_for?.[place] ?? null];
    const now = seat === null ? 'aisle' : (statuses[place] ?? 'free');
    const state = name !== null ? 'kept' : now === 'free' && id !== null && chosen.has(id) ? 'chosen' : now;
    return { seat, id, name, state };
  });
}

interface LiveSectionProps {
  event: Event;
  section: SeatsNow;
}

/**
 * The current state of every seat, by shape and letter, and for whom seats are kept. Free ones can be chosen and kept.
 */
export function LiveSection({ event, section: { id, label, rows } }: LiveSectionProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const mayKeep = useMe().access.includes('box_office');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const drawn = rows.map((row) => ({ row, places: placesNow(row, chosen) }));
  const seats = drawn.flatMap(({ row, places }) =>
    places.map((place) => ({ ...place, label: `${row.label}-${place.seat}`, tierIds: row.tier_ids })),
  );
  const countOf = (state: PlaceState) => number(seats.filter((seat) => seat.state === state).length);
  const toggle = (row: number, place: number) => {
    const seat = drawn[row]?.places[place];
    if (!seat?.id || (seat.state !== 'free' && seat.state !== 'chosen')) return;
    const next = new Set(chosen);
    if (!next.delete(seat.id)) next.add(seat.id);
    setChosen(next);
  };
  const wanted = seats.filter((seat): seat is typeof seat & ChosenSeat => seat.state === 'chosen' && seat.id !== null);
  const states = ['free', 'held', 'kept', 'sold', 'blocked'] as const;
  return (
    <Stack gap="xs">
      <Title order={2}>{label}</Title>
      {mayKeep ? (
        <Text size="sm" c="dimmed">
          {t.liveHint}
        </Text>
      ) : null}
      <Legend counts={Object.fromEntries(states.map((state) => [state, countOf(state)]))} />
      <SeatGrid
        label={t.seatsOf(label)}
        rows={drawn}
        labelOf={({ row }) => row}
        placesOf={({ places }) => places}
        {...(mayKeep ? { onPlace: toggle } : {})}
      />
      {mayKeep ? <KeepSeats event={event} sectionId={id} seats={wanted} onDone={() => setChosen(new Set())} /> : null}
      <KeptNames seats={seats} />
    </Stack>
  );
}

function KeptNames({ seats }: { seats: { label: string; name?: string | null }[] }) {
  const t = useTexts(texts);
  const kept = Map.groupBy(
    seats.filter(({ name }) => name),
    ({ name }) => name ?? '',
  );
  if (kept.size === 0) return null;
  return (
    <>
      <Title order={3} size="h5">
        {t.keptSeats}
      </Title>
      <List size="sm" aria-label={t.keptSeats}>
        {[...kept].map(([name, ofName]) => (
          <List.Item key={name}>{t.keptFor(name, ofName.map((seat) => seat.label).join(', '))}</List.Item>
        ))}
      </List>
    </>
  );
}
