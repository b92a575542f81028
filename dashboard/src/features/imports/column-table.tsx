import { NativeSelect } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useTexts } from '../../language/language.tsx';
import { DataTable } from '../../table/data-table.tsx';
import { questionsQuery } from '../questions/question-queries.ts';
import { type Field, type ImportColumn, type ImportValues, meaningOf, withMeaning } from './import-values.ts';
import { texts } from './texts.ts';

interface ColumnTableProps {
  eventId: string;
  columns: ImportColumn[];
  onChange: (columns: NonNullable<ImportValues['columns']>) => void;
}

/** How each column of the file is understood. */
export function ColumnTable({ eventId, columns, onChange }: ColumnTableProps) {
  const t = useTexts(texts);
  const { data } = useSuspenseQuery(questionsQuery(eventId));
  const fields = Object.keys(t.fields) as (keyof typeof t.fields & Field)[];
  const choices = [
    { value: '', label: t.ignored },
    ...fields.map((field) => ({ value: field as string, label: t.fields[field] })),
    ...data.questions.map(({ id, label }) => ({ value: id, label: t.answerTo(label) })),
  ];
  const headingOf = ({ heading, column }: ImportColumn) => heading || t.columnNumber(column);
  return (
    <DataTable
      label={t.columnsTitle}
      rows={columns}
      keyOf={({ column }) => String(column)}
      columns={[
        { header: t.heading, cell: headingOf },
        { header: t.exampleCell, cell: ({ example }) => example },
        {
          header: t.meaning,
          cell: (column) => (
            <NativeSelect
              aria-label={t.meaningOf(headingOf(column))}
              value={meaningOf(column)}
              data={choices}
              onChange={({ currentTarget: { value } }) => onChange(withMeaning(columns, column.column, value, fields))}
            />
          ),
        },
      ]}
    />
  );
}
