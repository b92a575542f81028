import type { Model } from '../../api/models.ts';

export type Preview = Model<'ImportPreview'>;
export type ImportColumn = Model<'ImportColumn'>;
export type Field = Model<'ImportField'>;
type Body = Model<'ImportInput'>;

/** A list and how it is imported. */
export interface ImportValues {
  csv: string;
  listName: string;
  method: Body['payment_method'];
  /** Empty: the tier that is sold when none is named. */
  tierId: string;
  /** Empty: each row names its section. */
  sectionId: string;
  sendTickets: boolean;
  allowDuplicates: boolean;
  /** null: as the headings say. */
  columns: NonNullable<Body['columns']> | null;
  skippedRows: number[];
}

export const NO_LIST: ImportValues = {
  csv: '',
  listName: '',
  method: 'EXTERNAL',
  tierId: '',
  sectionId: '',
  sendTickets: true,
  allowDuplicates: false,
  columns: null,
  skippedRows: [],
};

export const bodyOf = (values: ImportValues): Body => ({
  csv: values.csv,
  columns: values.columns,
  tier_id: values.tierId || null,
  section_id: values.sectionId || null,
  payment_method: values.method,
  send_tickets: values.sendTickets,
  allow_duplicates: values.allowDuplicates,
  skip_rows: values.skippedRows,
  list_name: values.listName.trim() || null,
});

/** What a column is, as one value of a choice: a field, or the id of a question. Empty: nothing. */
export const meaningOf = ({ field, question_id: questionId }: ImportColumn): string => questionId ?? field ?? '';

/** The columns after one of them got another meaning. The column that had it before has none. */
export function withMeaning(columns: ImportColumn[], changed: number, meaning: string, fields: readonly Field[]) {
  return columns.flatMap((column) => {
    const own = column.column === changed ? meaning : meaningOf(column);
    if (own === '' || (own === meaning && column.column !== changed)) return [];
    const field = fields.find((one) => one === own);
    return [{ column: column.column, ...(field ? { field } : { field: 'answer' as const, question_id: own }) }];
  });
}
