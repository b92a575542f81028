import type { Actor } from '../../audit-log/actor.ts';
import { recordChange } from '../../audit-log/record-change.ts';
import { NO_ATTRIBUTION, totalCentavos } from '../../checkouts/checkout.ts';
import { changePlaces } from '../../events/change-places.ts';
import { placesForAll } from '../../events/places.ts';
import { getEvent } from '../../events/queries.ts';
import { eventRefusals } from '../../events/refusals.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { listQuestions } from '../../questions/queries.ts';
import { seatingRefusals } from '../../seating/refusals.ts';
import { retryOnNumberCollision } from '../../tickets/retry-on-number-collision.ts';
import type { Language } from '../../values/language.ts';
import { pesosFromCentavos } from '../../values/money.ts';
import type { ManualMethod } from '../../values/payment-method.ts';
import { sumOf } from '../../values/sum-of.ts';
import type { Uuid } from '../../values/uuid.ts';
import type { ManualOrder } from '../hold-by-hand.ts';
import { type Agreed, requireAgreed, sellByHand } from '../sell-by-hand.ts';
import { MAX_TICKETS } from './cell-rules.ts';
import { checkColumns, columnsByHeading, type SentColumn } from './columns.ts';
import { type JudgedRow, judgeRows } from './judge-rows.ts';
import { type CsvTable, parseCsv } from './parse-csv.ts';
import { listNamedSections, listOrderNumbers } from './queries.ts';
import { type Reading, type ReadRow, readRow } from './read-rows.ts';
import { importRefusals } from './refusals.ts';

/** The source of imported orders, in lists and sums. */
export const IMPORT_SOURCE = 'import';

export interface OrderImport extends Agreed {
  organizationId: Uuid;
  actor: Actor;
  eventId: Uuid;
  csv: string;
  /** null: as the headings say. */
  columns: SentColumn[] | null;
  defaults: Reading['defaults'];
  method: Exclude<ManualMethod, 'CASH'>;
  sendsTickets: boolean;
  allowsDuplicates: boolean;
  skippedRows: ReadonlySet<number>;
  /** The referral code of the orders, by which they are found again. */
  listName: string | null;
  language: Language | null;
  successUrl: string;
  now: Date;
}

/** A file as it is understood, with the rows that are not skipped. */
export interface ReadImport {
  table: CsvTable;
  reading: Reading;
  rows: ReadRow[];
  skipped: ReadRow[];
}

/**
 * @throws Refusal 400 for a file that cannot be read or is too large, or columns that it does not have; 404 for an
 * unknown event, tier or section
 */
async function readImport(db: Database, request: OrderImport): Promise<ReadImport> {
  const { organizationId, eventId, defaults, skippedRows } = request;
  const [{ tiers }, sections, questions] = await Promise.all([
    getEvent(db, organizationId, eventId),
    listNamedSections(db, organizationId, eventId),
    listQuestions(db, organizationId, eventId),
  ]);
  if (defaults.tierId !== null && !tiers.some(({ id }) => id === defaults.tierId)) throw eventRefusals.tier_not_found();
  if (defaults.sectionId !== null && !sections.some(({ id }) => id === defaults.sectionId))
    throw seatingRefusals.section_not_found();
  const table = parseCsv(request.csv);
  const columns = request.columns
    ? checkColumns(request.columns, table.headings, questions)
    : columnsByHeading(table.headings, questions);
  const isComplimentary = request.method === 'COMP';
  const reading = { eventId, tiers, sections, questions, columns, defaults, isComplimentary };
  const read = table.rows.map((row) => readRow(reading, row));
  const [rows, skipped] = [
    read.filter((row) => !skippedRows.has(row.row)),
    read.filter((row) => skippedRows.has(row.row)),
  ];
  const tickets = sumOf(rows, ({ order }) => order?.line.quantity ?? 0);
  if (tickets > MAX_TICKETS) throw importRefusals.csv_too_large({ of: 'tickets', max: MAX_TICKETS });
  return { table, reading, rows, skipped };
}

const orderOf =
  (request: OrderImport) =>
  ({ order }: ReadRow): ManualOrder | undefined =>
    order && {
      organizationId: request.organizationId,
      actor: request.actor,
      eventId: request.eventId,
      lines: [order.line],
      isItemized: false,
      customer: order.customer,
      attendees: order.attendees,
      answers: order.answers,
      language: request.language,
      method: request.method,
      reference: order.reference,
      note: order.note,
      sendsTickets: request.sendsTickets,
      attribution: { ...NO_ATTRIBUTION, source: IMPORT_SOURCE, ref: request.listName },
      successUrl: request.successUrl,
      now: request.now,
    };

export interface Preview extends ReadImport {
  judged: JudgedRow[];
  /** Places of each tier that could be sold before. */
  available: ReadonlyMap<Uuid, number>;
}

/** Ends a transaction that must change nothing. */
class RollBack extends Error {
  readonly found: Pick<Preview, 'judged' | 'available'>;
  constructor(found: RollBack['found']) {
    super('rolled back');
    this.found = found;
  }
}

/**
 * What an import would do now. The places are held as by the import itself, in a transaction that is rolled back, so
 * that both judge a row in the same way.
 * @throws Refusal as `readImport`; 503 when too many changes of the event wait
 */
export async function previewImport(db: Database, request: OrderImport): Promise<Preview> {
  const read = await readImport(db, request);
  try {
    return await changePlaces(db, request, async (tx, places) => {
      const available = new Map(places.tiers.map((tier) => [tier.id, placesForAll(places, tier)]));
      throw new RollBack({ available, judged: await judgeRows(tx, request, { ...read, orderOf: orderOf(request) }) });
    });
  } catch (error) {
    if (error instanceof RollBack) return { ...read, ...error.found };
    throw error;
  }
}

/** An order that was made of a row. */
export interface ImportedOrder {
  row: number;
  orderId: Uuid;
  orderNumber: string;
  tickets: number;
  amountCentavos: number;
}

/**
 * Makes an order of each row that is not skipped, in one transaction under the event's lock: all of them or none.
 * @throws Refusal as `previewImport`; 400 and 409 with the rows that have problems; 409 for another total than the
 * preview's
 */
export async function importOrders(db: Database, request: OrderImport): Promise<ImportedOrder[]> {
  const { rows } = await readImport(db, request);
  const { imported, batch } = await retryOnNumberCollision(() =>
    changePlaces(db, request, (tx) => sellRows(tx, request, rows)),
  );
  batch?.count();
  const ids = imported.map(({ orderId }) => orderId);
  const numbers = await listOrderNumbers(db, request.organizationId, ids);
  return imported.map((order) => ({ ...order, orderNumber: numbers.get(order.orderId) ?? '' }));
}

async function sellRows(tx: Tx, request: OrderImport, rows: ReadRow[]) {
  const { organizationId, actor, eventId, now } = request;
  const judged = await judgeRows(tx, request, { rows, orderOf: orderOf(request) });
  requireNoProblems(judged);
  const held = judged.flatMap(({ row, held: one }) => (one ? [{ row, ...one }] : []));
  const total = sumOf(held, ({ checkout }) => totalCentavos(checkout));
  requireAgreed(request, total);
  const { orderIds, batch } = await sellByHand(tx, request, held);
  const imported = held.map(({ row, checkout }, index) => ({
    row,
    orderId: orderIds[index] ?? '',
    tickets: checkout.quantity,
    amountCentavos: totalCentavos(checkout),
  }));
  const after = {
    orders: imported.length,
    tickets: sumOf(imported, ({ tickets }) => tickets),
    total_amount: pesosFromCentavos(total),
    payment_method: request.method,
    send_tickets: request.sendsTickets,
    list_name: request.listName,
  };
  const change = { actor, action: 'event.orders_imported', subjectId: eventId, before: null, after } as const;
  if (imported.length > 0) recordChange(tx, { organizationId, ...change, now });
  return { imported, batch };
}

/** @throws Refusal 400 if a row is wrong; else 409 if one cannot be sold */
function requireNoProblems(judged: JudgedRow[]) {
  const wrong = judged.filter(({ problems }) => problems.length > 0);
  if (wrong.length === 0) return;
  const rows = wrong.flatMap(({ row, problems }) =>
    problems.map(({ field, refusal: { code, message } }) => ({ row, field, code, message })),
  );
  const isMalformed = wrong.some(({ problems }) => problems.some(({ refusal }) => refusal.status !== 409));
  throw importRefusals[isMalformed ? 'rows_invalid' : 'rows_refused']({ count: wrong.length, rows });
}
