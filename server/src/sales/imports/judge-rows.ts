import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusals/refusal.ts';
import type { Uuid } from '../../values/uuid.ts';
import { holdByHand, type ManualOrder } from '../hold-by-hand.ts';
import type { SaleByHand } from '../sell-by-hand.ts';
import type { ImportField } from './columns.ts';
import { listTiersOfBuyers } from './queries.ts';
import type { ReadRow, RowOrder, RowProblem } from './read-rows.ts';
import { rowRefusals } from './refusals.ts';

export interface JudgedRow extends ReadRow {
  /** They do not keep the row from being imported. */
  warnings: RowProblem[];
  /** The places are held; undefined if the row has problems. */
  held: SaleByHand | undefined;
}

interface Judging {
  rows: ReadRow[];
  orderOf: (row: ReadRow) => ManualOrder | undefined;
}

/**
 * Judges the rows under the event's lock, and holds the places of the valid rows, in the order of the file. A row that
 * does not fit does not keep those below it from being judged.
 */
export async function judgeRows(
  tx: Tx,
  request: { organizationId: Uuid; eventId: Uuid; allowsDuplicates: boolean },
  { rows, orderOf }: Judging,
): Promise<JudgedRow[]> {
  const emails = [...new Set(rows.flatMap(({ order }) => order?.customer.email.toLowerCase() ?? []))];
  const bought = new Set(
    (await listTiersOfBuyers(tx, request, emails)).map(({ email, tierId }) => keyOf(email, tierId)),
  );
  const seen = new Map<string, number>();
  const judged = rows.map((row): JudgedRow => {
    const key = row.order && keyOf(row.order.customer.email, row.order.tier?.id);
    const notes: RowProblem[] =
      key !== undefined && bought.has(key) ? [problem(rowRefusals.has_ticket(), 'email')] : [];
    const other = key === undefined ? undefined : seen.get(key);
    const repeats = other === undefined ? [] : [problem(rowRefusals.same_as_row({ row: other }), 'email')];
    if (key !== undefined && other === undefined) seen.set(key, row.row);
    return request.allowsDuplicates
      ? { ...row, warnings: [...notes, ...repeats], held: undefined }
      : { ...row, problems: [...row.problems, ...notes], warnings: repeats, held: undefined };
  });
  const wanted = judged.flatMap((row) => {
    const order = row.problems.length === 0 ? orderOf(row) : undefined;
    return order ? [{ row, order }] : [];
  });
  const outcomes = await holdByHand(
    tx,
    wanted.map(({ order }) => order),
  );
  for (const [index, { row, order }] of wanted.entries()) {
    const outcome = outcomes[index];
    if (outcome?.status === 'fulfilled') row.held = { checkout: outcome.value, byHand: order };
    else row.problems = [...row.problems, problemOfHold(row.order, outcome?.reason)];
  }
  return judged;
}

const keyOf = (email: string, tierId: Uuid | undefined) => `${email.toLowerCase()} ${tierId}`;

const problem = (refusal: Refusal, field: ImportField | null): RowProblem => ({ refusal, field, column: null });

/** Names of fields of an order, as the columns of a file are called. */
const FIELDS: Record<string, ImportField> = {
  tier_id: 'tier',
  section_id: 'section',
  seat_ids: 'seat',
  'seat_ids[0]': 'seat',
  unit_price: 'price',
  quantity: 'quantity',
  attendees: 'attendee_name',
};

/** @throws what is no refusal */
function problemOfHold(order: RowOrder | undefined, reason: unknown): RowProblem {
  if (!(reason instanceof Refusal)) throw reason;
  const [, answer] = /^answers\[(\d+)\]/.exec(reason.field ?? '') ?? [];
  if (answer !== undefined)
    return { refusal: reason, field: 'answer', column: order?.answerColumns[Number(answer)] ?? null };
  return problem(reason, FIELDS[reason.field ?? ''] ?? null);
}
