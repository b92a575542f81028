import { type Static, Type } from 'typebox';
import type { Actor } from '../../audit-log/actor.ts';
import { MAX_ATTRIBUTION_LENGTH } from '../../checkouts/attribution-schemas.ts';
import { placesOf, totalCentavos } from '../../checkouts/checkout.ts';
import { LanguageSchema } from '../../checkouts/request-schemas.ts';
import { OrderNumber } from '../../orders/schemas.ts';
import { Amount, ExpectedPesos, Label, nullable, optional, Uuid } from '../../platform/http/contract/fields.ts';
import { described, Enum, Model } from '../../platform/http/contract/models.ts';
import { centavosFromPesos, pesosFromCentavos } from '../../values/money.ts';
import { sumOf } from '../../values/sum-of.ts';
import type { Uuid as Id } from '../../values/uuid.ts';
import { IMPORT_FIELDS } from './columns.ts';
import { IMPORT_SOURCE, type ImportedOrder, type OrderImport, type Preview } from './import-orders.ts';
import type { JudgedRow } from './judge-rows.ts';
import { MAX_COLUMNS, MAX_CSV_LENGTH, MAX_ROWS } from './parse-csv.ts';
import type { ReadRow, RowProblem } from './read-rows.ts';

const ImportFieldSchema = Enum(
  'ImportField',
  'What a column is. first_name and last_name make a name where it is empty. answer: to a question of the event.',
  IMPORT_FIELDS,
);

const columnNumber = (description: string) => Type.Integer({ minimum: 1, maximum: MAX_COLUMNS, description });

const NewImportColumn = Model('ImportColumnInput', 'A column of the file, and what it is.', {
  column: columnNumber('1: the first column.'),
  field: ImportFieldSchema,
  question_id: optional(Uuid('Required for `answer`.')),
});

export const NewImport = Model('ImportInput', 'A list of people, as the text of a CSV file.', {
  csv: Type.String({
    format: 'text',
    minLength: 1,
    maxLength: MAX_CSV_LENGTH,
    description: `The file, with headings in its first row, and commas, semicolons or tabs. At most ${MAX_ROWS} rows below.`,
  }),
  columns: Type.Optional(
    Type.Unsafe<Static<typeof NewImportColumn>[] | null>({
      type: ['array', 'null'],
      items: NewImportColumn,
      maxItems: MAX_COLUMNS,
      description: 'All columns to read. Default: as the headings say.',
    }),
  ),
  tier_id: optional(Uuid('For rows that name no tier. Default: as in a checkout without `tier_id`.')),
  section_id: optional(Uuid('Of a seated event, for rows that name no section.')),
  payment_method: Enum('ImportPaymentMethod', 'EXTERNAL: paid elsewhere. COMP: given away, the total is 0.', [
    'EXTERNAL',
    'COMP',
  ]),
  send_tickets: Type.Boolean({ description: 'Whether each buyer gets the tickets by e-mail now.' }),
  allow_duplicates: optional(
    Type.Boolean({ description: 'true: also rows whose e-mail address has a ticket of the tier.' }),
  ),
  skip_rows: Type.Optional(
    Type.Unsafe<number[] | null>({
      type: ['array', 'null'],
      items: { type: 'integer', minimum: 1 },
      maxItems: MAX_ROWS,
      description: 'Rows to leave out, as the preview counts.',
    }),
  ),
  list_name: optional(
    Label(MAX_ATTRIBUTION_LENGTH, `The orders get the source \`${IMPORT_SOURCE}\` and this referral code.`),
  ),
  total_amount: optional(ExpectedPesos('Of the preview: 409 if it is another one now.')),
  language: optional(described(LanguageSchema, 'Language of e-mails and tickets.')),
});

const ImportProblemJson = Model('ImportProblem', 'Why a row cannot be imported, or what to look at.', {
  code: Type.String({ description: 'As of an error.' }),
  message: Type.String(),
  field: nullable(Type.String({ description: 'The kind of column; null: the whole row.' })),
  column: nullable(Type.Integer({ description: 'Of the file; null: it has no column for it.' })),
  details: nullable(
    Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'As of an error.',
    }),
  ),
});

const ImportRowStatus = Enum('ImportRowStatus', 'ready: it would be imported. skipped: by `skip_rows`.', [
  'ready',
  'error',
  'skipped',
]);

const ImportRowJson = Model('ImportRow', 'A row of the file, as it is understood.', {
  row: Type.Integer({ description: 'As a spreadsheet counts: the headings are row 1.' }),
  status: ImportRowStatus,
  name: Type.String(),
  email: Type.String(),
  tier: Type.String({ description: 'As the event calls it, or as typed if it has no such tier.' }),
  seat: Type.String({ description: 'Section, row and seat as typed; empty if the best are chosen.' }),
  quantity: nullable(Type.Integer({ description: 'null: it is not a number.' })),
  amount: nullable(Amount('PHP, what the order would cost; null unless it is ready')),
  problems: Type.Array(ImportProblemJson),
  warnings: Type.Array(ImportProblemJson),
});

const ImportTierJson = Model('ImportTier', 'What an import would take of a tier.', {
  tier_id: Uuid(),
  name: Type.String(),
  tickets: Type.Integer({ description: 'Of the rows that are ready.' }),
  available: Type.Integer({ description: 'Places that can be sold now, before the import.' }),
});

export const ImportPreviewJson = Model('ImportPreview', 'What an import would do now. Nothing was changed.', {
  delimiter: Type.String({ description: 'Between the cells.' }),
  columns: Type.Array(
    Model('ImportColumn', 'A column of the file.', {
      column: Type.Integer(),
      heading: Type.String(),
      example: Type.String({ description: 'Of the first row.' }),
      field: nullable(ImportFieldSchema),
      question_id: nullable(Uuid()),
    }),
  ),
  rows: Type.Array(ImportRowJson, { description: 'In the order of the file.' }),
  ready: Type.Integer({ description: 'Rows that would be imported: an order each.' }),
  errors: Type.Integer({ description: 'Rows with problems. While there are any, nothing is imported.' }),
  skipped: Type.Integer(),
  tickets: Type.Integer({ description: 'Of the rows that are ready.' }),
  total_amount: Amount('PHP, of the rows that are ready'),
  tiers: Type.Array(ImportTierJson, { description: 'Tiers of rows that are ready.' }),
});

export const ImportJson = Model('Import', 'What an import made.', {
  orders: Type.Array(
    Model('ImportedOrder', 'An order that was made of a row.', {
      row: Type.Integer({ description: 'As a spreadsheet counts: the headings are row 1.' }),
      order_id: Uuid(),
      order_number: OrderNumber(),
    }),
    { description: 'In the order of the file.' },
  ),
  tickets: Type.Integer(),
  total_amount: Amount(),
  source: Type.String({ description: 'Of the orders: `GET /orders?source=import` finds them.' }),
  list_name: nullable(Type.String({ description: 'Their referral code: `ref` of `GET /orders`.' })),
});

/** What the caller and the path say. */
interface Asking extends Pick<OrderImport, 'organizationId' | 'eventId' | 'successUrl' | 'now'> {
  actor: Actor;
}

export const importFrom = (body: Static<typeof NewImport>, asking: Asking): OrderImport => ({
  ...asking,
  csv: body.csv,
  columns: body.columns?.map(({ column, field, question_id }) => ({ column, field, questionId: question_id })) ?? null,
  defaults: { tierId: body.tier_id ?? null, sectionId: body.section_id ?? null },
  method: body.payment_method,
  sendsTickets: body.send_tickets,
  allowsDuplicates: body.allow_duplicates ?? false,
  skippedRows: new Set(body.skip_rows),
  listName: body.list_name ?? null,
  agreedCentavos: typeof body.total_amount === 'number' ? centavosFromPesos(body.total_amount) : null,
  language: body.language ?? null,
});

const problemJson = ({ refusal, field, column }: RowProblem): Static<typeof ImportProblemJson> => ({
  code: refusal.code,
  message: refusal.message,
  field,
  column,
  details: refusal.details ?? null,
});

const QUANTITY = /^\d{1,9}$/;

function rowJson(row: ReadRow & Partial<JudgedRow>, { reading }: Preview, isSkipped: boolean) {
  const cell = (field: Parameters<typeof row.shown.get>[0]) => row.shown.get(field) ?? '';
  const hold = row.held?.checkout;
  const tierId = hold?.lines[0]?.tierId ?? row.order?.tier?.id;
  const status = isSkipped ? 'skipped' : row.problems.length > 0 ? 'error' : 'ready';
  const quantity = cell('quantity') || '1';
  return {
    row: row.row,
    status: status as Static<typeof ImportRowStatus>,
    name: row.order?.customer.name ?? ([cell('name'), cell('first_name'), cell('last_name')].find(Boolean) || ''),
    email: cell('email'),
    tier: reading.tiers.find(({ id }) => id === tierId)?.name ?? cell('tier'),
    seat: [cell('section'), cell('row'), cell('seat')].filter(Boolean).join(' '),
    quantity: QUANTITY.test(quantity) ? Number(quantity) : null,
    amount: hold ? pesosFromCentavos(totalCentavos(hold)) : null,
    problems: isSkipped ? [] : row.problems.map(problemJson),
    warnings: (row.warnings ?? []).map(problemJson),
  };
}

export function previewJson(preview: Preview): Static<typeof ImportPreviewJson> {
  const { table, reading, judged, skipped, available } = preview;
  const holds = judged.flatMap(({ held }) => held?.checkout ?? []);
  const ticketsOf = new Map<Id, number>();
  for (const { tierId, quantity } of holds.flatMap(({ lines }) => lines))
    ticketsOf.set(tierId, (ticketsOf.get(tierId) ?? 0) + quantity);
  const rows = [
    ...judged.map((row) => rowJson(row, preview, false)),
    ...skipped.map((row) => rowJson(row, preview, true)),
  ];
  return {
    delimiter: table.delimiter,
    columns: table.headings.map((heading, index) => {
      const mapped = reading.columns.find(({ column }) => column === index + 1);
      const example = table.rows[0]?.cells[index] ?? '';
      return {
        column: index + 1,
        heading,
        example,
        field: mapped?.field ?? null,
        question_id: mapped?.questionId ?? null,
      };
    }),
    rows: rows.toSorted((a, b) => a.row - b.row),
    ready: holds.length,
    errors: judged.length - holds.length,
    skipped: skipped.length,
    tickets: placesOf(holds),
    total_amount: pesosFromCentavos(sumOf(holds, totalCentavos)),
    tiers: reading.tiers
      .filter(({ id }) => ticketsOf.has(id))
      .map(({ id, name }) => ({
        tier_id: id,
        name,
        tickets: ticketsOf.get(id) ?? 0,
        available: available.get(id) ?? 0,
      })),
  };
}

export const importJson = (orders: ImportedOrder[], { listName }: OrderImport): Static<typeof ImportJson> => ({
  orders: orders.map(({ row, orderId, orderNumber }) => ({ row, order_id: orderId, order_number: orderNumber })),
  tickets: sumOf(orders, ({ tickets }) => tickets),
  total_amount: pesosFromCentavos(sumOf(orders, ({ amountCentavos }) => amountCentavos)),
  source: IMPORT_SOURCE,
  list_name: listName,
});
