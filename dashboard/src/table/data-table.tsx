import { Table, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '../form/texts.ts';
import { useTexts } from '../language/language.tsx';

export interface Column<Row> {
  /** Empty for the buttons of a row. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** Aligned at the end, for numbers. */
  numeric?: boolean;
  /** Kept on one line, for times. */
  unbroken?: boolean;
}

interface DataTableProps<Row> {
  /** What the rows are, for screen readers. */
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string;
  empty?: ReactNode;
  minWidth?: number;
}

/** On a narrow screen the table scrolls, by keyboard too, and the page does not. */
export function DataTable<Row>({ label, columns, rows, keyOf, empty, minWidth = 640 }: DataTableProps<Row>) {
  const t = useTexts(texts);
  if (rows.length === 0)
    return (
      <Text c="dimmed" py="lg">
        {empty ?? t.empty}
      </Text>
    );
  return (
    <Table.ScrollContainer
      minWidth={minWidth}
      type="native"
      pos="relative"
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <Table highlightOnHover verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ header, numeric }) => (
              <Table.Th key={header} ta={numeric ? 'end' : undefined}>
                {header === '' ? <VisuallyHidden>{t.actions}</VisuallyHidden> : header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)}>
              {columns.map(({ header, cell, numeric, unbroken }) => (
                <Table.Td
                  key={header}
                  ta={numeric ? 'end' : undefined}
                  style={numeric || unbroken ? { whiteSpace: 'nowrap' } : undefined}
                >
                  {cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
