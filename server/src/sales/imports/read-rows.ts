import { type SentAnswer, THE_ORDER } from '../../checkouts/asked-questions.ts';
import { type Attendee, attendeesFrom, MAX_ATTENDEES } from '../../checkouts/attendee.ts';
import type { RequestedLine } from '../../checkouts/checkout-request.ts';
import { holdRefusals } from '../../checkouts/refusals.ts';
import { defaultTier, type Tier } from '../../events/event.ts';
import type { Refusal } from '../../platform/refusals/refusal.ts';
import { requestRefusals } from '../../platform/refusals/request-refusals.ts';
import { TICKED } from '../../questions/answer-value.ts';
import type { Question } from '../../questions/question.ts';
import { rowKey, seatId } from '../../seating/seat-id.ts';
import { centavosFromText, pesosFromCentavos } from '../../values/money.ts';
import type { Uuid } from '../../values/uuid.ts';
import { problemOfCell, type RuledField } from './cell-rules.ts';
import type { ImportColumn, ImportField } from './columns.ts';
import type { CsvRow } from './parse-csv.ts';
import type { NamedSection } from './queries.ts';
import { ENDED_STATUSES, rowRefusals } from './refusals.ts';

/** Why a row cannot be imported, or what the organizer should look at. */
export interface RowProblem {
  refusal: Refusal;
  /** null: of the whole row. */
  field: ImportField | null;
  /** null: the file has no column for it. */
  column: number | null;
}

/** The order that a row asks for. */
export interface RowOrder {
  customer: { name: string | null; email: string; phone: string | null };
  line: RequestedLine;
  /** The tier of the line, also where the row names none; undefined: the event has no tier on sale. */
  tier: Tier | undefined;
  attendees: Attendee[];
  answers: SentAnswer[];
  /** Columns of the answers. */
  answerColumns: number[];
  reference: string | null;
  note: string | null;
}

export interface ReadRow {
  row: number;
  /** The cells with a meaning, as typed. */
  shown: ReadonlyMap<ImportField, string>;
  problems: RowProblem[];
  /** undefined: the row has problems. */
  order: RowOrder | undefined;
}

/** What the rows are read with. */
export interface Reading {
  eventId: Uuid;
  tiers: Tier[];
  /** Empty for general admission. */
  sections: NamedSection[];
  questions: Question[];
  columns: ImportColumn[];
  /** The tier and section of rows that name none. */
  defaults: { tierId: Uuid | null; sectionId: Uuid | null };
  /** COMP costs nothing, whatever a column of prices says. */
  isComplimentary: boolean;
}

const RULED: readonly RuledField[] = [
  'email',
  'phone',
  'quantity',
  'price',
  'reference',
  'note',
  'attendee_name',
  'attendee_email',
];

export function readRow(reading: Reading, { row, cells }: CsvRow): ReadRow {
  const columnOf = new Map(reading.columns.map(({ field, column }) => [field, column]));
  const shown = new Map<ImportField, string>();
  for (const { column, field } of reading.columns) if (field !== 'answer') shown.set(field, cells[column - 1] ?? '');
  const cell = (field: ImportField) => shown.get(field) ?? '';
  const problems: RowProblem[] = [];
  const refuse = (field: ImportField, refusal: Refusal | undefined) => {
    if (refusal) problems.push({ refusal, field, column: columnOf.get(field) ?? null });
  };
  const name = cell('name') || [cell('first_name'), cell('last_name')].filter(Boolean).join(' ');
  if (cell('email') === '') refuse('email', requestRefusals.missing_field({ field: 'email' }));
  refuse(columnOf.has('name') || !columnOf.has('first_name') ? 'name' : 'first_name', problemOfCell('name', name));
  for (const field of RULED) refuse(field, problemOfCell(field, cell(field)));
  const ended = ENDED_STATUSES.find((status) => status === plain(cell('status')));
  if (ended) refuse('status', rowRefusals.refunded_or_cancelled({ status: ended }));
  const place = placeOf(reading, cell, refuse);
  const quantity = cell('quantity') === '' ? 1 : Number(cell('quantity'));
  const line = { tierId: place.tierId, sectionId: place.section?.id ?? null, quantity };
  if (place.seatId !== undefined && quantity !== 1)
    refuse('quantity', holdRefusals.wrong_number_of_seats({ field: 'quantity', seats: 1 }));
  const unitPriceCentavos = priceOf(reading, place.tier, cell('price'), refuse);
  if (problems.length > 0) return { row, shown, problems, order: undefined };
  const admitted = place.tier?.admission === false ? 0 : quantity;
  const answers = answersOf(reading, cells, admitted);
  const order: RowOrder = {
    customer: { name: name || null, email: cell('email'), phone: cell('phone') || null },
    line: { ...line, ...(place.seatId ? { seatIds: [place.seatId] } : {}), unitPriceCentavos },
    tier: place.tier,
    attendees: attendeesFrom([{ name: cell('attendee_name'), email: cell('attendee_email') }]),
    answers: answers.map(({ answer }) => answer),
    answerColumns: answers.map(({ column }) => column),
    reference: cell('reference') || null,
    note: cell('note') || null,
  };
  return { row, shown, problems, order };
}

type Cell = (field: ImportField) => string;
type Refuse = (field: ImportField, refusal: Refusal | undefined) => void;

const plain = (text: string) => text.normalize('NFKC').trim().toLowerCase();

/** Tiers may have the same name: that of the section is meant, and one on sale rather than another. */
function tierNamed(tiers: Tier[], typed: string, section: NamedSection | undefined): Tier | undefined {
  const named = tiers.filter(({ name }) => plain(name) === plain(typed));
  const priced = named.filter(({ id }) => section?.tierIds.includes(id));
  const meant = priced.length > 0 ? priced : named;
  return meant.find(({ isActive }) => isActive) ?? meant[0];
}

/** Tier, section and seat by their names. */
function placeOf({ eventId, tiers, sections, defaults }: Reading, cell: Cell, refuse: Refuse) {
  const label = cell('section');
  const labelled = sections.find((section) => plain(section.label) === plain(label));
  const byDefault = sections.find(({ id }) => id === defaults.sectionId);
  const named = tierNamed(tiers, cell('tier'), label === '' ? byDefault : labelled);
  if (cell('tier') !== '' && !named)
    refuse('tier', rowRefusals.unknown_tier({ tiers: tiers.map((tier) => tier.name) }));
  const asked = cell('tier') === '' ? tiers.find(({ id }) => id === defaults.tierId) : named;
  if (label !== '' && !labelled)
    refuse('section', rowRefusals.unknown_section({ sections: sections.map((one) => one.label) }));
  // An add-on has no seat, whatever is chosen for the other rows.
  const preset = asked?.admission === false ? undefined : byDefault;
  const section = label === '' ? preset : labelled;
  const priced = section ? tiers.filter(({ id }) => section.tierIds.includes(id)) : tiers;
  const [row, seat] = [cell('row'), cell('seat')];
  if (row === '' && seat !== '') refuse('row', rowRefusals.row_without_seat({ field: 'row' }));
  if (row !== '' && seat === '') refuse('seat', rowRefusals.row_without_seat({ field: 'seat' }));
  const number = Number(seat);
  const isSeat = row !== '' && seat !== '';
  if (isSeat && !section) refuse('section', holdRefusals.section_required());
  if (isSeat && !(Number.isInteger(number) && number > 0))
    refuse('seat', requestRefusals.invalid_field({ field: 'seat', rule: { type: 'integer', minimum: 1 } }));
  return {
    tierId: asked?.id ?? null,
    tier: asked ?? defaultTier(priced),
    section,
    seatId: isSeat && section && number > 0 ? seatId(rowKey(eventId, section.label, row), number) : undefined,
  };
}

/** @returns undefined for the price of the tier */
function priceOf({ isComplimentary }: Reading, tier: Tier | undefined, typed: string, refuse: Refuse) {
  const centavos = isComplimentary ? undefined : centavosFromText(typed);
  if (centavos === undefined || !tier) return undefined;
  if (tier.minimumPriceCentavos !== null) return centavos;
  if (centavos !== tier.priceCentavos)
    refuse('price', rowRefusals.price_differs({ price: pesosFromCentavos(tier.priceCentavos) }));
  return undefined;
}

/** What spreadsheets and people write for a ticked box. */
const YES = ['true', 'yes', 'y', 'x', '1', 'oo', 'opo'];
const NO = ['false', 'no', 'n', '0', 'hindi'];

/** An answer about tickets counts for each of the row that admits: for none of an add-on. */
function answersOf({ questions, columns }: Reading, cells: string[], admitted: number) {
  return columns
    .flatMap(({ column, questionId }) => {
      const question = questions.find(({ id }) => id === questionId);
      const typed = cells[column - 1] ?? '';
      if (!question || typed === '') return [];
      const tickets =
        question.askedOf === 'order'
          ? [THE_ORDER]
          : Array.from({ length: Math.min(admitted, MAX_ATTENDEES) }, (_, index) => index + 1);
      return tickets.map((ticket) => ({
        column,
        answer: { questionId: question.id, ticket, value: answerIn(question, typed) },
      }));
    })
    .map(({ column, answer }, index) => ({ column, answer: { ...answer, field: `answers[${index}]` } }));
}

function answerIn({ kind }: Question, typed: string): string {
  if (kind !== 'checkbox') return typed;
  if (YES.includes(typed.toLowerCase())) return TICKED;
  return NO.includes(typed.toLowerCase()) ? '' : typed;
}
