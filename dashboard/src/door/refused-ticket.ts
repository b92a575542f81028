import { nameOf } from '../api/name-of.ts';
import type { Refusal } from '../api/problem.ts';
import type { Decision, ShownTicket, Verdict } from './decide.ts';

const VERDICTS: Readonly<Record<string, Verdict>> = {
  already_checked_in: 'used',
  already_entered: 'used',
  not_inside: 'notInside',
  no_exit_scans: 'noExits',
  not_on_list: 'notOnList',
  ticket_refunded: 'refunded',
  ticket_cancelled: 'cancelled',
  no_admission: 'addOn',
  ticket_for_another_event: 'otherEvent',
  ticket_code_replaced: 'replaced',
  ticket_not_found: 'unknown',
};

/** Details of these errors. Each code has some of them. */
interface Details {
  ticket?: ShownTicket;
  checked_in_at?: string;
  checked_in_by?: { name: string } | null;
  /** The last passage at this place. */
  passed_at?: string;
  passed_by?: { name: string } | null;
  event?: { title: string; start_datetime: string };
}

export interface TicketResult extends Decision {
  /** The attendee, or the buyer if the ticket has none. */
  name?: string | undefined;
  /** Who checked it in. */
  by?: string | undefined;
  /** The other event. */
  event?: Details['event'];
}

/** @returns the result to show; undefined when the error is not about the ticket */
export function resultOf({ code, details = {} }: Refusal): TicketResult | undefined {
  const verdict = VERDICTS[code];
  if (!verdict) return undefined;
  const { ticket, event, ...facts } = details as Details;
  const [at, by] = [facts.passed_at ?? facts.checked_in_at, facts.passed_by ?? facts.checked_in_by];
  return {
    verdict,
    ...(ticket ? { ticket, name: nameOf(ticket) } : {}),
    ...(at ? { at } : {}),
    by: by?.name,
    ...(event ? { event } : {}),
  };
}
