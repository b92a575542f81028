import type { Refusal } from '../../api/problem.ts';
import type { Decision, ShownTicket, Verdict } from './decide.ts';

const VERDICTS: Readonly<Record<string, Verdict>> = {
  already_checked_in: 'used',
  ticket_refunded: 'refunded',
  ticket_cancelled: 'cancelled',
  ticket_for_another_event: 'otherEvent',
  ticket_code_replaced: 'replaced',
  ticket_not_found: 'unknown',
};

/** What the server says with these codes, each as far as it has something to say. */
interface Details {
  ticket?: ShownTicket & { attendee: { name: string } | null };
  checked_in_at?: string;
  checked_in_by?: { name: string } | null;
  event?: { title: string };
}

export interface SaidAtDoor extends Decision {
  /** Who comes with the ticket. */
  name?: string | undefined;
  /** Whose check-in it was. */
  by?: string | undefined;
  /** The title of the other event. */
  detail?: string | undefined;
}

/** @returns what is said at the door; undefined when the server refused something else than the ticket */
export function saidAtDoor({ code, details = {} }: Refusal): SaidAtDoor | undefined {
  const verdict = VERDICTS[code];
  if (!verdict) return undefined;
  const { ticket, checked_in_at: at, checked_in_by: by, event } = details as Details;
  return {
    verdict,
    ...(ticket ? { ticket, name: ticket.attendee?.name ?? ticket.customer.name } : {}),
    ...(at ? { at } : {}),
    by: by?.name,
    detail: event?.title,
  };
}
