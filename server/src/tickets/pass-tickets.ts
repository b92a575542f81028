import assert from 'node:assert';
import type { CheckInList } from '../check-in-lists/check-in-list.ts';
import { findCheckInLists } from '../check-in-lists/queries.ts';
import { checkInListRefusals } from '../check-in-lists/refusals.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import type { Caller } from '../platform/http/callers/caller.ts';
import { latestNow } from '../platform/lanes/latest-now.ts';
import type { Refusal } from '../platform/refusals/refusal.ts';
import { newId, type Uuid } from '../values/uuid.ts';
import { type Answer, listAnswersOfTickets } from './answer-queries.ts';
import { findCheckInsOfScans, scanName } from './check-in-queries.ts';
import { type CheckedInBy, checkedInBy, findCheckedInBy } from './find-checked-in-by.ts';
import { againstTheRule, type Direction, MAX_PASSAGES, type Passed } from './passage.ts';
import { checkInPassage, historyAt, type PastPassage } from './passage-history.ts';
import { insertPassages, listPassagesOfTickets, lockTickets, type Passage } from './passage-queries.ts';
import { listTickets } from './queries.ts';
import { recordIfConflict } from './record-conflict.ts';
import { doorRefusals, passageRefusals, ticketRefusals } from './refusals.ts';
import { refusedTicketJson } from './schemas.ts';
import type { Ticket } from './ticket.ts';

/** A scan at a check-in list, or of a used ticket at the gate of an event with re-entry. */
export interface PassageScan {
  organizationId: Uuid;
  actor: Pick<Caller, 'kind' | 'id'>;
  ticketId: Uuid;
  /** null: the gate. */
  listId: Uuid | null;
  direction: Direction;
  now: Date;
  /** Time of the scan: now, or earlier at a door without a network. */
  passedAt: Date;
  /** The door had no network, and has let the holder pass already. */
  hasAdmitted: boolean;
  /** Identifies this scan, as in a check-in. */
  nonce: string | null;
  /** Revision in the scanned code. It must equal the ticket's. */
  revision: number | null;
}

/** undefined: another transaction had locked the ticket, or it was not used at the gate. */
type Outcome = PromiseSettledResult<Passed | undefined>;

/**
 * Lets a batch of one organization's tickets pass in one transaction. The tickets are locked, so each scan is decided
 * by all passages before it, in this batch or any other. Without `waits`, tickets that others have locked are skipped.
 * @returns one outcome for each; see `passTicket`
 */
export const passTickets = (db: Database, scans: PassageScan[], { waits }: { waits: boolean }): Promise<Outcome[]> =>
  db.transaction((tx) => passTogether(tx, scans, waits));

async function passTogether(tx: Tx, scans: PassageScan[], waits: boolean): Promise<Outcome[]> {
  const [first] = scans;
  if (!first) return [];
  const { organizationId } = first;
  // One time for the batch: a ticket has the time when its last passage was recorded.
  const now = latestNow(scans);
  const ids = [...new Set(scans.map(({ ticketId }) => ticketId))].toSorted();
  const locked = await lockTickets(tx, organizationId, ids, { waits });
  const known = await readKnown(tx, organizationId, locked, scans);
  const decided = scans.map((scan) => decide({ ...scan, now }, known));
  insertPassages(tx, organizationId, known.made, now);
  const authorOf = await readAuthors(tx, organizationId, decided);
  return decided.map((one, index): Outcome => {
    const scan = scans[index] as PassageScan;
    if (one === 'not_locked')
      return waits ? rejected(ticketRefusals.ticket_not_found()) : { status: 'fulfilled', value: undefined };
    if (one === 'not_used') return { status: 'fulfilled', value: undefined };
    if ('passed' in one) return { status: 'fulfilled', value: one.passed };
    if ('refusal' in one) return rejected(one.refusal);
    recordIfConflict(tx, { ...scan, admittedAt: scan.passedAt }, one.ticket, one.passedAt);
    return rejected(
      passageRefusals.already_entered({
        passed_at: one.passedAt.toISOString(),
        passed_by: authorOf(one),
        list: one.list,
        ticket: refusedTicketJson(one.ticket),
      }),
    );
  });
}

const rejected = (reason: Refusal): Outcome => ({ status: 'rejected', reason });

/** What is known of the tickets of a batch. Each passage that is made is added. */
interface Known {
  tickets: Map<Uuid, Ticket>;
  answers: Map<Uuid, Answer[]>;
  lists: Map<Uuid, CheckInList>;
  /** Passages by ticket and place, without what was undone, in any order. */
  stays: Map<string, Passage[]>;
  /** Number of the last passage that was recorded of each ticket. */
  numbers: Map<Uuid, number>;
  /** Passages by the name of the scan, also those that were undone: the same scan is being sent again. */
  ofScans: Map<string, Passage>;
  /** Check-ins by the name of the scan, undone or not. */
  checkIns: Map<string, Date>;
  made: Passage[];
}

const placeOf = (ticketId: Uuid, listId: Uuid | null) => `${ticketId} ${listId}`;

/** Read after the tickets were locked, by statements that see what was committed before. */
async function readKnown(tx: Tx, organizationId: Uuid, ids: Uuid[], scans: PassageScan[]): Promise<Known> {
  const listIds = [...new Set(scans.flatMap(({ listId }) => listId ?? []))];
  const [tickets, answers, lists, passages, checkIns] = await Promise.all([
    listTickets(tx, organizationId, ids),
    listAnswersOfTickets(tx, organizationId, ids, { atDoor: true }),
    findCheckInLists(tx, organizationId, listIds),
    listPassagesOfTickets(tx, organizationId, ids),
    findCheckInsOfScans(
      tx,
      organizationId,
      scans.filter(({ listId }) => listId === null),
    ),
  ]);
  const numbers = new Map<Uuid, number>();
  for (const { ticketId, number } of passages) numbers.set(ticketId, Math.max(number, numbers.get(ticketId) ?? 0));
  const counting = passages.filter(({ undoneAt }) => undoneAt === null);
  const stays = Map.groupBy(counting, ({ ticketId, listId }) => placeOf(ticketId, listId));
  const named = passages.filter(({ nonce }) => nonce !== null);
  const ofScans = new Map(named.map((passage) => [scanName(passage), passage]));
  return { tickets, answers, lists, numbers, stays, ofScans, checkIns, made: [] };
}

interface AlreadyEntered {
  ticket: Ticket;
  list: Passed['list'];
  /** Time of the passage that the scan met. */
  passedAt: Date;
  /** null: the check-in of the ticket. */
  author: Pick<Passage, 'actorKind' | 'actorId'> | null;
}

type Decided = { passed: Passed } | { refusal: Refusal } | AlreadyEntered | 'not_locked' | 'not_used';

function decide(scan: PassageScan, known: Known): Decided {
  const { ticketId, listId, revision } = scan;
  const ticket = known.tickets.get(ticketId);
  if (!ticket) return 'not_locked';
  if (revision !== null && revision !== ticket.revision) return { refusal: ticketRefusals.ticket_code_replaced() };
  const name = scanName(scan);
  const before = known.ofScans.get(name);
  const list = listId === null ? null : known.lists.get(listId);
  if (before) return { passed: passedBy(before, ticket, known, list ?? null) };
  const checkedInAt = listId === null ? known.checkIns.get(name) : undefined;
  if (checkedInAt) return { passed: checkInOf(ticket, checkedInAt, known) };
  if (list === undefined) return { refusal: checkInListRefusals.check_in_list_not_found() };
  const facts = { ticket: refusedTicketJson(ticket) };
  if (ticket.status === 'refunded') return { refusal: doorRefusals.ticket_refunded(facts) };
  if (ticket.status === 'cancelled') return { refusal: doorRefusals.ticket_cancelled(facts) };
  return list ? decideAtList(scan, known, ticket, list) : decideAtGate(scan, known, ticket);
}

function decideAtList(scan: PassageScan, known: Known, ticket: Ticket, list: CheckInList): Decided {
  const isListed = list.tierIds === null ? ticket.tier.admission : list.tierIds.includes(ticket.tier.id);
  const named = { id: list.id, name: list.name };
  if (!isListed) return { refusal: passageRefusals.not_on_list({ list: named, ticket: refusedTicketJson(ticket) }) };
  const past = known.stays.get(placeOf(ticket.id, list.id)) ?? [];
  return decideByRule(scan, known, ticket, { list: named, passes: list.passes, past });
}

/** The check-in of the ticket was its first entry. */
function decideAtGate(scan: PassageScan, known: Known, ticket: Ticket): Decided {
  const facts = { list: null, ticket: refusedTicketJson(ticket) };
  if (!ticket.tier.admission) return { refusal: doorRefusals.no_admission({ ticket: facts.ticket }) };
  if (!ticket.event.reEntry && scan.direction === 'out') return { refusal: passageRefusals.no_exit_scans(facts) };
  if (ticket.status === 'valid')
    return scan.direction === 'in' ? 'not_used' : { refusal: passageRefusals.not_inside(facts) };
  assert(ticket.checkedInAt, 'a used ticket has a check-in time');
  const past = [checkInPassage(ticket.checkedInAt), ...(known.stays.get(placeOf(ticket.id, null)) ?? [])];
  return decideByRule(scan, known, ticket, { list: null, passes: ticket.event.reEntry ? 're_entry' : 'once', past });
}

interface Place {
  list: Passed['list'];
  passes: CheckInList['passes'];
  /** What the ticket did here, with its check-in at the gate. */
  past: PastPassage[];
}

function decideByRule(scan: PassageScan, known: Known, ticket: Ticket, { list, passes, past }: Place): Decided {
  const { direction, listId } = scan;
  const { stay, passedAt, met } = historyAt(past, scan);
  const facts = { list, ticket: refusedTicketJson(ticket) };
  const against = againstTheRule(passes, stay, direction);
  if (against === 'no_exits') return { refusal: passageRefusals.no_exit_scans(facts) };
  if (against === 'not_inside') return { refusal: passageRefusals.not_inside(facts) };
  if (against === 'entered') {
    assert(met, 'a ticket that entered has a passage');
    return { ticket, list, passedAt: met.passedAt, author: 'actorKind' in met ? met : null };
  }
  const number = (known.numbers.get(ticket.id) ?? 0) + 1;
  if (number > MAX_PASSAGES)
    return { refusal: passageRefusals.too_many_passages({ max: MAX_PASSAGES, ticket: facts.ticket }) };
  const passage: Passage = {
    id: newId(scan.now),
    ticketId: ticket.id,
    eventId: ticket.event.id,
    listId,
    number,
    direction,
    passes,
    passedAt,
    nonce: scan.nonce,
    actorKind: scan.actor.kind === 'session' ? 'user' : scan.actor.kind,
    actorId: scan.actor.id,
    recordedAt: scan.now,
    undoneAt: null,
  };
  remember(known, passage);
  return { passed: passedBy(passage, ticket, known, list) };
}

/** Later scans of the batch are decided with this passage. */
function remember(known: Known, passage: Passage) {
  const { ticketId, listId, number, nonce } = passage;
  const place = placeOf(ticketId, listId);
  known.stays.set(place, [...(known.stays.get(place) ?? []), passage]);
  known.numbers.set(ticketId, number);
  if (nonce !== null) known.ofScans.set(scanName(passage), passage);
  known.made.push(passage);
}

function passedBy(passage: Passage, ticket: Ticket, known: Known, list: Passed['list']): Passed {
  const { id: passageId, direction, passedAt } = passage;
  return { ...shownOf(ticket, known), direction, passedAt, passageId, list: list && { id: list.id, name: list.name } };
}

/** The first answer of a check-in, which may be undone since. */
const checkInOf = (ticket: Ticket, checkedInAt: Date, known: Known): Passed => ({
  ...shownOf(ticket, known),
  status: 'used',
  checkedInAt,
  direction: 'in',
  passedAt: checkedInAt,
  passageId: null,
  list: null,
});

const shownOf = ({ id, status, checkedInAt, event, customer, attendee }: Ticket, { answers }: Known) => ({
  id,
  status,
  checkedInAt,
  event,
  customer,
  attendee,
  answers: answers.get(id) ?? [],
});

/** The names of the doors and users that let these tickets in. */
async function readAuthors(tx: Tx, organizationId: Uuid, decided: Decided[]) {
  const entered = decided.filter((one): one is AlreadyEntered => typeof one === 'object' && 'author' in one);
  if (entered.length === 0) return () => null;
  const checkIns = entered.flatMap(({ author, ticket }) => (author ? [] : [ticket.id]));
  const ofCheckIns = await findCheckedInBy(tx, organizationId, checkIns);
  const nameOf = await checkedInBy(
    tx,
    organizationId,
    entered.flatMap(({ author }) => author ?? []),
  );
  return ({ author, ticket }: AlreadyEntered): CheckedInBy | null =>
    author ? nameOf(author) : (ofCheckIns.get(ticket.id) ?? null);
}
