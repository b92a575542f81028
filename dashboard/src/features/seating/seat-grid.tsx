import { Group, Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useId, useRef, useState } from 'react';
import { useTexts } from '../../language/language.tsx';
import classes from './seat-grid.module.css';
import { texts } from './texts.ts';

const ROW_PX = 36;
const PLACE_PX = 34;
const LABEL_PX = 100;
const AROUND = 3;
/** The place of the cursor when it is on a row label. */
const LABEL = -1;

/** kept: held for a name. chosen: on this page. */
export type PlaceState = 'free' | 'chosen' | 'held' | 'kept' | 'sold' | 'blocked' | 'aisle';

export interface GridPlace {
  seat: number | null;
  state: PlaceState;
  /** The name that it is kept for. */
  name?: string | null;
}

/** Letters in addition to the shapes. A free seat shows its number. */
const MARKS: Partial<Record<PlaceState, string>> = {
  chosen: '✓',
  held: 'H',
  kept: 'K',
  sold: 'S',
  blocked: 'B',
  aisle: '',
};

const MOVES = new Map([
  ['ArrowUp', { down: -1, right: 0 }],
  ['ArrowDown', { down: 1, right: 0 }],
  ['ArrowLeft', { down: 0, right: -1 }],
  ['ArrowRight', { down: 0, right: 1 }],
  ['Home', { down: 0, right: Number.NEGATIVE_INFINITY }],
  ['End', { down: 0, right: Number.POSITIVE_INFINITY }],
]);

interface SeatGridProps<Row> {
  label: string;
  rows: Row[];
  labelOf: (row: Row) => { label: string; about?: string };
  placesOf: (row: Row) => GridPlace[];
  /** A seat or an aisle was clicked, or chosen by keyboard. */
  onPlace?: (row: number, place: number) => void;
  /** A row label was clicked, or chosen by keyboard. */
  onRow?: (row: number) => void;
}

/**
 * The rows of a section from above, the front row first. Only visible places are rendered. The grid is one tab stop:
 * arrow keys move a cursor, Enter and Space choose the place under it.
 */
export function SeatGrid<Row>({ label, rows, labelOf, placesOf, onPlace, onRow }: SeatGridProps<Row>) {
  const t = useTexts(texts);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState({ row: 0, place: 0 });
  const widest = rows.reduce((most, row) => Math.max(most, placesOf(row).length), 0);
  const around = { getScrollElement: () => box.current, overscan: AROUND };
  const down = useVirtualizer({ ...around, count: rows.length, estimateSize: () => ROW_PX });
  const across = useVirtualizer({
    ...around,
    count: widest,
    estimateSize: () => PLACE_PX,
    horizontal: true,
    paddingStart: LABEL_PX,
    scrollPaddingStart: LABEL_PX,
  });
  const lengthOf = (row: number) => (rows[row] ? placesOf(rows[row]).length : 0);
  const at = {
    row: Math.min(cursor.row, rows.length - 1),
    place: Math.min(cursor.place, lengthOf(Math.min(cursor.row, rows.length - 1)) - 1),
  };

  const moveTo = (row: number, place: number) => {
    const to = Math.max(0, Math.min(row, rows.length - 1));
    const next = { row: to, place: Math.max(LABEL, Math.min(place, lengthOf(to) - 1)) };
    setCursor(next);
    down.scrollToIndex(next.row);
    across.scrollToIndex(Math.max(0, next.place));
  };
  const choose = ({ row, place }: typeof cursor) => (place === LABEL ? onRow?.(row) : onPlace?.(row, place));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = MOVES.get(event.key);
    if (!move && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (move) moveTo(at.row + move.down, at.place + move.right);
    else choose(at);
  };
  const onClick = ({ target }: MouseEvent) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null;
    if (!cell) return;
    const clicked = { row: Number(cell.dataset.row), place: Number(cell.dataset.place) };
    setCursor(clicked);
    choose(clicked);
    box.current?.focus({ preventScroll: true });
  };

  const cellProps = (row: number, place: number) => ({
    id: `${id}-${row}-${place}`,
    'aria-colindex': place + 2,
    'data-row': row,
    'data-place': place,
    'data-active': at.row === row && at.place === place ? true : undefined,
  });
  const activeClass = (row: number, place: number) =>
    at.row === row && at.place === place ? ` ${classes.active}` : '';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table has no keyboard cursor
    <div
      ref={box}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={rows.length}
      aria-colcount={widest + 1}
      aria-readonly={onPlace ? undefined : true}
      aria-activedescendant={`${id}-${at.row}-${at.place}`}
      className={onPlace ? `${classes.box} ${classes.pressable}` : classes.box}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div role="presentation" style={{ height: down.getTotalSize(), width: across.getTotalSize() }}>
        {down.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (!row) return null;
          const { label: rowLabel, about } = labelOf(row);
          const places = placesOf(row);
          return (
            // biome-ignore lint/a11y: a row of the grid above, which has the focus
            <div
              key={index}
              role="row"
              aria-rowindex={index + 1}
              className={classes.row}
              style={{ transform: `translateY(${start}px)`, width: across.getTotalSize() }}
            >
              {/* biome-ignore lint/a11y: as above */}
              <div
                {...cellProps(index, LABEL)}
                role="rowheader"
                aria-label={[t.row(rowLabel), about].filter(Boolean).join(', ')}
                className={`${classes.label}${activeClass(index, LABEL)}`}
              >
                <span>{rowLabel}</span>
                <span>{about}</span>
              </div>
              {across.getVirtualItems().map((column) => {
                const place = places[column.index];
                if (!place) return null;
                return (
                  // biome-ignore lint/a11y: as above
                  <div
                    key={column.index}
                    {...cellProps(index, column.index)}
                    role="gridcell"
                    aria-label={
                      place.seat === null
                        ? t.aisleIn(rowLabel)
                        : [`${rowLabel}-${place.seat}`, t.states[place.state], place.name].filter(Boolean).join(', ')
                    }
                    title={place.name ?? undefined}
                    className={`${classes.place} ${classes[place.state] ?? ''}${activeClass(index, column.index)}`}
                    style={{ insetInlineStart: column.start }}
                  >
                    {MARKS[place.state] ?? place.seat}
                  </div>
                );
              })}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Explains the shapes and letters, with the number of seats of each. */
export function Legend({ counts }: { counts: Partial<Record<PlaceState, string>> }) {
  const t = useTexts(texts);
  return (
    <Group component="ul" gap="md" p={0} m={0} className={classes.legend} aria-label={t.legend}>
      {(Object.keys(counts) as PlaceState[]).map((state) => (
        <Group component="li" key={state} gap={6} wrap="nowrap" display="inline-flex">
          <span aria-hidden className={`${classes.place} ${classes[state] ?? ''}`}>
            {MARKS[state] ?? '1'}
          </span>
          <Text span size="sm">
            {t.counted(t.states[state], counts[state] ?? '')}
          </Text>
        </Group>
      ))}
    </Group>
  );
}
