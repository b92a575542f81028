import { Checkbox, NativeSelect, Paper, Stack } from '@mantine/core';
import type { Model } from '../../api/models.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import type { Event } from '../events/event-queries.ts';
import { type Choice, freeSeats, type Ticket, tiersFor } from './change-choices.ts';
import { changeTexts } from './change-texts.ts';
import { ticketWords } from './seat-of.ts';

interface MovedTicketProps {
  ticket: Ticket;
  event: Event;
  /** null: the event has no seats. */
  seats: Model<'SeatMap'> | null;
  /** undefined: the ticket stays where it is. */
  choice: Choice | undefined;
  onChoose: (choice: Choice | undefined) => void;
}

/** A ticket to tick, and then its new tier and seat: only ticked ones list the seats of the hall. */
export function MovedTicket({ ticket, event, seats, choice, onChoose }: MovedTicketProps) {
  const t = useTexts(changeTexts);
  const { pesos } = useFormats();
  const tiers = tiersFor(event, ticket);
  const isSeated = ticket.seat !== null;
  return (
    <Paper withBorder p="sm" role="group" aria-label={ticket.ticket_number}>
      <Stack gap="xs">
        <Checkbox
          label={ticketWords(ticket)}
          checked={choice !== undefined}
          onChange={({ currentTarget: { checked } }) =>
            onChoose(checked ? { tierId: ticket.tier_id, seatId: '' } : undefined)
          }
        />
        {choice ? (
          <NativeSelect
            label={t.tier}
            value={choice.tierId}
            data={tiers.map(({ id, name, price, available }) => ({
              value: id,
              label: t.tierOption(name, pesos(price), available),
            }))}
            onChange={({ currentTarget: { value: tierId } }) => onChoose({ tierId, seatId: '' })}
          />
        ) : null}
        {choice && seats && isSeated ? (
          <NativeSelect
            label={t.seat}
            value={choice.seatId}
            data={[
              { value: '', label: t.sameOrBest },
              ...freeSeats(seats, choice.tierId).map(({ section, seats: free }) => ({
                group: section,
                items: free.map(({ id, label }) => ({ value: id, label })),
              })),
            ]}
            onChange={({ currentTarget: { value: seatId } }) => onChoose({ ...choice, seatId })}
          />
        ) : null}
      </Stack>
    </Paper>
  );
}
