import { Checkbox, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { nameOf } from '../../api/name-of.ts';
import { texts as bulkTexts } from '../../bulk/texts.ts';
import { texts as formTexts } from '../../form/texts.ts';
import { useTexts } from '../../language/language.tsx';
import { StatusBadge } from '../../table/status-badge.tsx';
import { placeWords, seatOf } from '../orders/seat-of.ts';
import type { Chosen } from './attendee-bulk.tsx';
import { AttendeeDialog, type OpenedDialog } from './attendee-dialog.tsx';
import classes from './attendee-list.module.css';
import { AttendeeMenu } from './attendee-menu.tsx';
import { type Attendee, attendeesQuery, PER_PAGE } from './attendees-queries.ts';
import type { AttendeesSearch } from './attendees-search.ts';
import { texts } from './texts.ts';

/** Rows out of sight are placed by these; one that is seen is as high as its words. */
const ROW_PX = 64;
const COMPACT_ROW_PX = 104;
const ROWS_AROUND = 10;
/** The columns do not fit beside the navigation, nor on a phone. */
const NARROW = '(max-width: 77.49em)';

interface AttendeeListProps {
  eventId: string;
  search: AttendeesSearch;
  total: number;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
}

/**
 * One list for a whole arena: only visible rows are rendered, and only their pages are loaded. Where it is narrow, a
 * row has one cell with all that the columns have.
 */
export function AttendeeList({ eventId, search, total, chosen, onChoose }: AttendeeListProps) {
  const t = useTexts(texts);
  const { choice } = useTexts(formTexts);
  const box = useRef<HTMLElement>(null);
  const [opened, setOpened] = useState<OpenedDialog | null>(null);
  const isCompact = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => box.current,
    estimateSize: () => (isCompact ? COMPACT_ROW_PX : ROW_PX),
    overscan: ROWS_AROUND,
  });
  const rows = virtual.getVirtualItems();
  const pages = [...new Set(rows.map(({ index }) => pageOf(index)))];
  const answers = useQueries({ queries: pages.map((page) => attendeesQuery(eventId, search, page)) });
  const attendeeAt = (index: number): Attendee | undefined =>
    answers[pages.indexOf(pageOf(index))]?.data?.attendees[index % PER_PAGE];
  const [above, below] = [rows[0]?.start ?? 0, virtual.getTotalSize() - (rows.at(-1)?.end ?? 0)];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section ref={box} className={classes.box} tabIndex={0} aria-label={t.title}>
      <Table stickyHeader layout="fixed" aria-rowcount={total + 1}>
        <Table.Thead>
          <Table.Tr aria-rowindex={1}>
            <Table.Th w={44}>
              <VisuallyHidden>{choice}</VisuallyHidden>
            </Table.Th>
            {isCompact ? null : <Table.Th w={130}>{t.ticket}</Table.Th>}
            <Table.Th>{t.name}</Table.Th>
            {isCompact ? null : (
              <>
                <Table.Th w={150}>{t.tier}</Table.Th>
                <Table.Th w={130}>{t.seat}</Table.Th>
                <Table.Th w={130}>{t.status}</Table.Th>
              </>
            )}
            <Table.Th w={84}>{t.actions}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Space height={above} />
          {rows.map(({ index }) => (
            <Table.Tr
              key={index}
              ref={virtual.measureElement}
              data-index={index}
              aria-rowindex={index + 2}
              h={isCompact ? COMPACT_ROW_PX : ROW_PX}
            >
              <Cells
                isCompact={isCompact}
                eventId={eventId}
                attendee={attendeeAt(index)}
                page={pageOf(index)}
                chosen={chosen}
                onChoose={onChoose}
                onOpen={setOpened}
              />
            </Table.Tr>
          ))}
          <Space height={below} />
        </Table.Tbody>
      </Table>
      {opened ? <AttendeeDialog {...opened} onClose={() => setOpened(null)} /> : null}
    </section>
  );
}

const pageOf = (index: number) => Math.floor(index / PER_PAGE) + 1;

/** Takes the room of rows that are not rendered. */
const Space = ({ height }: { height: number }) => (height > 0 ? <tr aria-hidden style={{ height }} /> : null);

interface CellsProps extends Pick<AttendeeListProps, 'eventId' | 'chosen' | 'onChoose'> {
  isCompact: boolean;
  attendee: Attendee | undefined;
  page: number;
  onOpen: (opened: OpenedDialog) => void;
}

function Cells({ isCompact, eventId, attendee, page, chosen, onChoose, onOpen }: CellsProps) {
  const t = useTexts(texts);
  const { choose } = useTexts(bulkTexts);
  if (!attendee)
    return (
      <Table.Td colSpan={isCompact ? 3 : 7} c="dimmed">
        {t.loading}
      </Table.Td>
    );
  return (
    <>
      <Table.Td>
        <Checkbox
          size="md"
          aria-label={choose(attendee.ticket_number)}
          checked={chosen.has(attendee.ticket_id)}
          // As many as the server takes at once.
          disabled={chosen.size >= PER_PAGE && !chosen.has(attendee.ticket_id)}
          onChange={() => onChoose(toggled(chosen, attendee.ticket_id, page))}
        />
      </Table.Td>
      {isCompact ? null : <Table.Td>{attendee.ticket_number}</Table.Td>}
      <Table.Td className={classes.words}>
        <Name attendee={attendee} />
        {isCompact ? (
          <>
            <Group gap="xs" fz="sm">
              <span>{attendee.ticket_number}</span>
              <StatusBadge status={attendee.status} />
            </Group>
            <Text size="sm">{placeWords({ ...attendee, tier_name: attendee.tier.name })}</Text>
          </>
        ) : null}
        <Text size="sm" c="dimmed" visibleFrom="sm">
          {attendee.attendee?.email ?? attendee.customer.email}
        </Text>
      </Table.Td>
      {isCompact ? null : (
        <>
          <Table.Td className={classes.words}>{attendee.tier.name}</Table.Td>
          <Table.Td className={classes.words}>{seatOf(attendee)}</Table.Td>
          <Table.Td>
            <StatusBadge status={attendee.status} />
          </Table.Td>
        </>
      )}
      <Table.Td>
        <AttendeeMenu
          // An open menu does not move to the next attendee of the row.
          key={attendee.ticket_id}
          eventId={eventId}
          attendee={attendee}
          onOpen={(dialog) => onOpen({ dialog, attendee })}
        />
      </Table.Td>
    </>
  );
}

function Name({ attendee }: { attendee: Attendee }) {
  const t = useTexts(texts);
  return (
    <>
      {nameOf(attendee)}
      {attendee.attendee ? (
        <Text span inherit c="dimmed">
          {` · ${t.boughtBy(attendee.customer.name)}`}
        </Text>
      ) : null}
    </>
  );
}

function toggled(chosen: Chosen, ticketId: string, page: number): Chosen {
  const next = new Map(chosen);
  if (!next.delete(ticketId)) next.set(ticketId, page);
  return next;
}
