import { Stack, Title } from '@mantine/core';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { Legend, type PlaceState, SeatGrid } from './seat-grid.tsx';
import type { SeatsNow } from './seating-queries.ts';
import { texts } from './texts.ts';

type RowNow = SeatsNow['rows'][number];

function placesNow({ seats, held, sold, blocked }: RowNow): { seat: number | null; state: PlaceState }[] {
  const states = new Map<number, PlaceState>();
  for (const seat of held) states.set(seat, 'held');
  for (const seat of sold) states.set(seat, 'sold');
  for (const seat of blocked) states.set(seat, 'blocked');
  return seats.map((seat) => ({ seat, state: seat === null ? 'aisle' : (states.get(seat) ?? 'free') }));
}

/** The current state of every seat, by shape and letter. */
export function LiveSection({ section: { label, rows } }: { section: SeatsNow }) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const drawn = rows.map((row) => ({ label: row.label, places: placesNow(row) }));
  const countOf = (state: PlaceState) =>
    number(drawn.reduce((sum, { places }) => sum + places.filter((place) => place.state === state).length, 0));
  return (
    <Stack gap="xs">
      <Title order={2}>{label}</Title>
      <Legend
        counts={{ free: countOf('free'), held: countOf('held'), sold: countOf('sold'), blocked: countOf('blocked') }}
      />
      <SeatGrid label={t.seatsOf(label)} rows={drawn} labelOf={(row) => row} placesOf={({ places }) => places} />
    </Stack>
  );
}
