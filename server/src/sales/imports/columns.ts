import { requestRefusals } from '../../platform/refusals/request-refusals.ts';
import type { Question } from '../../questions/question.ts';
import { answerRefusals } from '../../questions/refusals.ts';
import type { Uuid } from '../../values/uuid.ts';
import { importRefusals } from './refusals.ts';

/** What a column of a file can be. */
export const IMPORT_FIELDS = [
  'name',
  'first_name',
  'last_name',
  'email',
  'phone',
  'tier',
  'section',
  'row',
  'seat',
  'quantity',
  'price',
  'reference',
  'note',
  'attendee_name',
  'attendee_email',
  'status',
  'answer',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

export interface ImportColumn {
  /** 1: the first column of the file. */
  column: number;
  field: ImportField;
  /** The question, if the field is `answer`. */
  questionId: Uuid | null;
}

/** A column as it was sent. */
export type SentColumn = Omit<ImportColumn, 'questionId'> & { questionId: Uuid | null | undefined };

/**
 * Headings that name a field, in English and Filipino, as `plainHeading` writes them. The headings of our own CSV
 * exports are among them.
 */
// biome-ignore format: several a line
const HEADINGS: Record<Exclude<ImportField, 'answer'>, readonly string[]> = {
  name: [
    'name', 'full name', 'customer', 'customer name', 'buyer', 'buyer name', 'guest', 'guest name', 'member',
    'pangalan', 'buong pangalan', 'bisita', 'miyembro', 'pangalan ng bumili',
  ],
  first_name: ['first name', 'given name', 'unang pangalan'],
  last_name: ['last name', 'surname', 'family name', 'apelyido'],
  email: [
    'email', 'e mail', 'mail', 'email address', 'e mail address', 'customer email', 'buyer email',
    'email ng bumili', 'address ng email',
  ],
  phone: [
    'phone', 'phone number', 'mobile', 'mobile number', 'cellphone', 'cellphone number', 'telephone', 'contact',
    'contact number', 'customer phone', 'telepono', 'numero ng telepono', 'selpon',
  ],
  tier: ['tier', 'ticket', 'ticket type', 'ticket tier', 'category', 'uri', 'uri ng ticket', 'kategorya'],
  section: ['section', 'area', 'zone', 'seksiyon', 'seksyon', 'lugar'],
  row: ['row', 'hanay'],
  seat: ['seat', 'seat number', 'upuan', 'numero ng upuan'],
  quantity: ['quantity', 'qty', 'tickets', 'number of tickets', 'pax', 'bilang', 'dami', 'ilan'],
  price: ['price', 'unit price', 'ticket price', 'presyo', 'halaga'],
  reference: ['reference', 'order number', 'order', 'receipt', 'receipt number', 'payment number', 'resibo'],
  note: ['note', 'notes', 'remarks', 'comment', 'comments', 'tala', 'puna'],
  attendee_name: ['attendee name', 'attendee', 'ticket holder', 'pangalan ng dadalo', 'dadalo'],
  attendee_email: ['attendee email', 'attendee e mail', 'email ng dadalo'],
  status: ['status', 'ticket status', 'order status', 'katayuan'],
};

const FIELD_OF_HEADING = new Map(
  Object.entries(HEADINGS).flatMap(([field, headings]) =>
    headings.map((heading): [string, ImportField] => [heading, field as ImportField]),
  ),
);

/** `E-Mail_Address:` → `e mail address` */
const plainHeading = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** What the headings mean, as far as they tell. If two columns have one meaning, the first counts. */
export function columnsByHeading(headings: string[], questions: Question[]): ImportColumn[] {
  const questionOf = new Map(questions.map(({ id, label }) => [plainHeading(label), id]));
  const found = new Set<string>();
  return headings.flatMap((heading, index) => {
    const plain = plainHeading(heading);
    const questionId = questionOf.get(plain) ?? null;
    const field = questionId === null ? FIELD_OF_HEADING.get(plain) : 'answer';
    const meaning = questionId ?? field;
    if (field === undefined || meaning === undefined || found.has(meaning)) return [];
    found.add(meaning);
    return [{ column: index + 1, field, questionId }];
  });
}

/** @throws Refusal 400 for a column that the file does not have, or a second column of one meaning */
export function checkColumns(sent: SentColumn[], headings: string[], questions: Question[]): ImportColumn[] {
  const found = new Set<string | number>();
  return sent.map(({ column, field, questionId: sent }, index) => {
    const path = `columns[${index}]`;
    const questionId = field === 'answer' ? (sent ?? null) : null;
    if (column > headings.length)
      throw importRefusals.column_not_in_file({ field: `${path}.column`, columns: headings.length });
    if (field === 'answer' && questionId === null)
      throw requestRefusals.missing_field({ field: `${path}.question_id` });
    if (questionId !== null && !questions.some(({ id }) => id === questionId))
      throw answerRefusals.question_not_asked({ field: `${path}.question_id` });
    for (const [name, one] of [
      ['column', column],
      [questionId === null ? 'field' : 'question_id', questionId ?? field],
    ] as const) {
      if (found.has(one)) throw importRefusals.column_named_twice({ field: `${path}.${name}` });
      found.add(one);
    }
    return { column, field, questionId };
  });
}
