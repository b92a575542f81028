import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Model } from '../../api/models.ts';
import { Problem } from '../../api/problem.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { useProblemWords } from '../../refusals/use-problem-words.ts';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { texts } from './texts.ts';

type Row = Model<'ImportRow'>;

/** More rows take a phone a second to show. */
const FIRST_ROWS = 50;
const COLORS = { ready: 'green', error: 'red', skipped: 'gray' } as const;

function useColumns(): Column<Row>[] {
  const t = useTexts(texts);
  const { number, pesos } = useFormats();
  return [
    { header: t.name, cell: ({ name, email }) => name || email || '–' },
    { header: t.row, numeric: true, cell: ({ row }) => number(row) },
    { header: t.email, cell: ({ email }) => email },
    { header: t.fields.tier, cell: ({ tier }) => tier },
    { header: t.fields.seat, cell: ({ seat }) => seat },
    { header: t.tickets, numeric: true, cell: ({ quantity }) => (quantity === null ? '' : number(quantity)) },
    { header: t.amount, numeric: true, cell: ({ amount }) => (amount === null ? '' : pesos(amount)) },
    { header: t.result, cell: (row) => <Result row={row} /> },
  ];
}

/** The rows: first those with a problem, then those with a warning. */
export function RowTable({ rows }: { rows: Row[] }) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const columns = useColumns();
  const [isWhole, setWhole] = useState(false);
  const sorted = rows.toSorted((a, b) => rankOf(a) - rankOf(b) || a.row - b.row);
  return (
    <>
      <DataTable
        label={t.rowsTitle}
        columns={columns}
        rows={isWhole ? sorted : sorted.slice(0, FIRST_ROWS)}
        keyOf={({ row }) => String(row)}
        minWidth={900}
      />
      {!isWhole && sorted.length > FIRST_ROWS ? (
        <Group>
          <Button variant="default" onClick={() => setWhole(true)}>
            {t.showAll(number(sorted.length))}
          </Button>
        </Group>
      ) : null}
    </>
  );
}

const rankOf = ({ status, warnings }: Row): number => (status === 'error' ? 0 : warnings.length > 0 ? 1 : 2);

function Result({ row }: { row: Row }) {
  const t = useTexts(texts);
  const wordsOf = useProblemWords();
  const labels: Record<string, string> = t.fields;
  return (
    <Stack gap={4} align="flex-start">
      <Badge variant="light" color={COLORS[row.status]} tt="none" fw={600} miw="max-content">
        {t.statuses[row.status]}
      </Badge>
      {[...row.problems, ...row.warnings].map((problem) => (
        <Text key={`${problem.code} ${problem.field} ${problem.column}`} size="sm" ta="start">
          {problem.code === 'question_not_asked'
            ? t.notAsked
            : wordsOf(
                new Problem({
                  ...{ status: 400, code: problem.code, message: problem.message },
                  field: problem.field ?? undefined,
                  details: problem.details ?? undefined,
                }),
                labels,
              )}
        </Text>
      ))}
    </Stack>
  );
}
