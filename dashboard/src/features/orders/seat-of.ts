interface Seated {
  section?: string | null;
  row?: string | null;
  seat?: string | number | null;
}

/** “Orchestra A 12”; empty for tickets without a seat. */
export const seatOf = ({ section, row, seat }: Seated): string => [section, row, seat].filter(Boolean).join(' ');

interface Ticket extends Seated {
  ticket_number: string;
  tier: { name: string };
  attendee: { name: string | null } | null;
}

/** A ticket to choose: its number, who comes with it, where a name was given, and its place. */
export const ticketWords = (ticket: Ticket): string =>
  [ticket.ticket_number, ticket.attendee?.name, ticket.tier.name, seatOf(ticket)].filter(Boolean).join(' · ');

/** “VIP, Orchestra A 12”: where a ticket was, or is. */
export const placeWords = ({ tier_name, ...seated }: Seated & { tier_name: string }): string =>
  [tier_name, seatOf(seated)].filter(Boolean).join(', ');
