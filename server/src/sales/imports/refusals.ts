import { Type } from 'typebox';
import { OneOf } from '../../platform/http/contract/fields.ts';
import { badRequest, conflict, declareRefusals } from '../../platform/refusals/declare-refusals.ts';

/** What is wrong with a row. */
const RowProblems = Type.Array(
  Type.Object({
    row: Type.Integer({ description: 'As a spreadsheet counts: the headings are row 1.' }),
    field: Type.Union([Type.String(), Type.Null()]),
    code: Type.String(),
    message: Type.String(),
  }),
  { description: 'Each problem of each row.' },
);

const LIMITS = {
  cells: 'cells',
  rows: 'rows with people',
  columns: 'columns',
  tickets: 'tickets',
};

const CSV_PROBLEMS_IN_WORDS = {
  quote_not_closed: 'a quote is not closed',
  quote_misplaced: 'a quote is inside a cell without quotes around it, or text follows a closing quote',
  row_too_long: 'the row is too long, perhaps because a quote is not closed',
};

const CsvProblem = OneOf(Object.keys(CSV_PROBLEMS_IN_WORDS) as (keyof typeof CSV_PROBLEMS_IN_WORDS)[]);

/** Refusals of an import as a whole. Those of its rows are in its preview, and in `details` of the last two. */
export const importRefusals = declareRefusals({
  csv_unreadable: badRequest({
    facts: { line: Type.Integer(), problem: CsvProblem },
    field: 'csv',
    en: ({ line, problem }) => `csv cannot be read in line ${line}: ${CSV_PROBLEMS_IN_WORDS[problem]}`,
    cause: 'The text is not CSV: its quotes are wrong.',
    remedy: 'Let a spreadsheet save the file as CSV.',
  }),
  csv_too_large: badRequest({
    facts: { of: OneOf(Object.keys(LIMITS) as (keyof typeof LIMITS)[]), max: Type.Integer() },
    field: 'csv',
    en: ({ of, max }) => `csv must have at most ${max.toLocaleString('en-US')} ${LIMITS[of]}`,
    cause: 'The file has more than one import can make. Buyers of the event wait while it is made.',
    remedy: 'Split the file, with the headings in each part.',
  }),
  csv_without_rows: badRequest({
    field: 'csv',
    en: 'csv must have a row of headings, and at least one row below it',
    cause: 'The file is empty, or has one row only.',
    remedy: 'Write headings such as `name,email,tier` into the first row.',
  }),
  column_not_in_file: badRequest({
    facts: { field: Type.String(), columns: Type.Integer({ description: 'Of the file.' }) },
    en: ({ field, columns }) => `${field} must be a column of the file, which has ${columns}`,
    cause: 'A column has a higher number than the file has columns.',
    remedy: 'Count the columns of the first row, from 1.',
  }),
  column_named_twice: badRequest({
    facts: { field: Type.String() },
    en: ({ field }) => `${field} must not be named twice`,
    cause: 'A column has two meanings, or two columns have the same.',
    remedy: 'Name each column and each field once.',
  }),
  rows_invalid: badRequest({
    facts: { count: Type.Integer({ description: 'Rows with a problem.' }), rows: RowProblems },
    field: 'csv',
    en: ({ count }) => `csv has ${count} wrong ${count === 1 ? 'row' : 'rows'}, so nothing was imported`,
    cause:
      'Rows break a rule, name a tier, section or seat that the event does not have, or were refunded or cancelled.',
    remedy: 'Correct the rows in `details`, or name them in `skip_rows`.',
  }),
  rows_refused: conflict({
    facts: { count: Type.Integer({ description: 'Rows with a problem.' }), rows: RowProblems },
    field: 'csv',
    temporary: true,
    en: ({ count }) =>
      `${count} ${count === 1 ? 'row' : 'rows'} cannot be sold, or ${count === 1 ? 'has a ticket' : 'have tickets'} already, so nothing was imported`,
    cause:
      'Places are missing, taken or not on sale; or a person of the file has a ticket of the same tier, because the file was imported before.',
    remedy: 'Name the rows in `skip_rows`. For people who are to have further tickets send `allow_duplicates`.',
  }),
});

/**
 * What our exports write about tickets that are not valid any more. A row of a partially refunded order counts all its
 * tickets, and does not say how many are left.
 */
export const ENDED_STATUSES = ['refunded', 'cancelled', 'partially_refunded'] as const;

/** Refusals of a row. */
export const rowRefusals = declareRefusals({
  unknown_tier: badRequest({
    facts: { tiers: Type.Array(Type.String()) },
    field: 'tier',
    en: ({ tiers }) => `tier must be one of the event: ${tiers.join(', ')}`,
    cause: 'A row of an import has the name of a tier that the event does not have.',
    remedy: 'Write the name as the event has it. Capital letters make no difference.',
  }),
  unknown_section: badRequest({
    facts: { sections: Type.Array(Type.String()) },
    field: 'section',
    en: ({ sections }) =>
      sections.length === 0
        ? 'section must be empty: the event has no seats'
        : `section must be one of the seating plan: ${sections.join(', ')}`,
    cause: 'A row of an import has the name of a section that the seating plan does not have.',
    remedy: 'Write the name as the seating plan has it. Capital letters make no difference.',
  }),
  row_without_seat: badRequest({
    facts: { field: OneOf(['row', 'seat']) },
    en: ({ field }) => `${field} must be filled in, because row and seat belong together`,
    cause: 'A row of an import names a row of seats or a seat, but not both.',
    remedy: 'Fill in both, or neither: then the best seats are chosen.',
  }),
  price_differs: badRequest({
    facts: { price: Type.Number() },
    field: 'price',
    en: ({ price }) => `price must be ${price}, the price of the tier, or empty`,
    cause: 'A row of an import has another price than its tier, and buyers cannot choose the price of the tier.',
    remedy: 'Correct the price, or leave the column out.',
  }),
  refunded_or_cancelled: badRequest({
    facts: { status: OneOf(ENDED_STATUSES) },
    field: 'status',
    en: ({ status }) => `status must not be ${status}: the import would make every ticket of the row valid`,
    cause: 'The status of a row of an import says that its tickets, or some of them, were refunded or cancelled.',
    remedy:
      'Name the row in `skip_rows`, or correct its `status` and `quantity`. To import all such rows leave the column out of `columns`.',
  }),
  has_ticket: conflict({
    field: 'email',
    en: 'The person has a ticket of this tier already',
    cause: 'The e-mail address has a valid ticket of the tier. Perhaps the file was imported before.',
    remedy: 'Name the row in `skip_rows`, or send `allow_duplicates`.',
  }),
  same_as_row: conflict({
    facts: { row: Type.Integer() },
    field: 'email',
    en: ({ row }) => `Row ${row} has the same e-mail address and tier`,
    cause: 'Two rows are of one person and tier. It is only a warning: both are imported.',
    remedy: 'Name one of the rows in `skip_rows` if it is there by mistake.',
  }),
});
