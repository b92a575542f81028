import { pesos, type RefusalTexts } from './refusal-texts.ts';

const list = (names: unknown): string => (Array.isArray(names) ? names.join(', ') : '');

/** Why a list of people, or a row of it, cannot be imported. */
export const importWords: Record<'en' | 'fil', RefusalTexts> = {
  en: {
    csv_unreadable: ({ line }) => `The file cannot be read in line ${line}: check the quotes there`,
    csv_too_large: ({ of, max }) => `One import has at most ${max} ${LIMITS.en[String(of)]}: split the list`,
    csv_without_rows: 'The list must have a row of headings, and at least one row below it',
    column_not_in_file: ({ columns }) => `The file has only ${columns} columns: preview it again`,
    column_named_twice: 'Two columns are imported as the same',
    rows_invalid: ({ count }) => `Rows with a problem: ${count}. Nothing was imported. Preview the list again.`,
    rows_refused: ({ count }) =>
      `Rows that can no longer be sold: ${count}. Nothing was imported. Preview the list again.`,
    unknown_tier: ({ tiers }) => `The event has no such tier. It has: ${list(tiers)}`,
    unknown_section: ({ sections }) =>
      list(sections) === '' ? 'The event has no sections' : `The hall has no such section. It has: ${list(sections)}`,
    row_without_seat: 'Row and seat belong together: fill in both or neither',
    price_differs: ({ price }) =>
      `The tier costs ${pesos('en', price)}: correct the price, or do not import the column`,
    refunded_or_cancelled: ({ status }) =>
      status === 'partially_refunded'
        ? 'Some of its tickets were refunded: correct the number of tickets and the status'
        : `${status === 'cancelled' ? 'Was cancelled' : 'Was refunded'}: leave the row out, or do not import the column`,
    has_ticket: 'Has a ticket of this tier already',
    same_as_row: ({ row }) => `Row ${row} has the same e-mail address and tier`,
  },
  fil: {
    csv_unreadable: ({ line }) => `Hindi mabasa ang file sa linya ${line}: tingnan ang mga quote doon`,
    csv_too_large: ({ of, max }) =>
      `Hanggang ${max} ${LIMITS.fil[String(of)]} lang ang isang import: hatiin ang listahan`,
    csv_without_rows: 'Kailangan ng isang row ng mga heading, at kahit isang row sa ilalim nito',
    column_not_in_file: ({ columns }) => `${columns} column lang ang nasa file: i-preview ulit`,
    column_named_twice: 'Dalawang column ang ii-import bilang iisa',
    rows_invalid: ({ count }) => `Mga row na may problema: ${count}. Walang na-import. I-preview ulit ang listahan.`,
    rows_refused: ({ count }) =>
      `Mga row na hindi na maibebenta: ${count}. Walang na-import. I-preview ulit ang listahan.`,
    unknown_tier: ({ tiers }) => `Walang ganitong tier ang event. Ang mayroon: ${list(tiers)}`,
    unknown_section: ({ sections }) =>
      list(sections) === '' ? 'Walang section ang event' : `Walang ganitong section. Ang mayroon: ${list(sections)}`,
    row_without_seat: 'Magkasama ang hanay at upuan: punan ang dalawa o wala',
    price_differs: ({ price }) => `${pesos('fil', price)} ang tier: itama ang presyo, o huwag i-import ang column`,
    refunded_or_cancelled: ({ status }) =>
      status === 'partially_refunded'
        ? 'Na-refund ang ilan sa mga ticket nito: itama ang bilang ng ticket at ang status'
        : `${status === 'cancelled' ? 'Kanselado ito' : 'Na-refund ito'}: huwag isama ang row, o huwag i-import ang column`,
    has_ticket: 'May ticket na sa tier na ito',
    same_as_row: ({ row }) => `Pareho ang email at tier ng row ${row}`,
  },
};

const LIMITS: Record<'en' | 'fil', Record<string, string>> = {
  en: { cells: 'cells', rows: 'rows', columns: 'columns', tickets: 'tickets' },
  fil: { cells: 'cell', rows: 'row', columns: 'column', tickets: 'ticket' },
};
