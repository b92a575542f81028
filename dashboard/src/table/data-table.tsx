import { Checkbox, VisuallyHidden } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { texts } from '../form/texts.ts';
import { useTexts } from '../language/language.tsx';
import { EmptyState } from '../shell/empty-state.tsx';
import classes from './data-table.module.css';

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
  /** Words, or an `EmptyState` with the next action. */
  empty?: ReactNode;
  minWidth?: number;
  /** A box before each row, to choose it. */
  choice?: RowChoice<Row>;
}

interface RowChoice<Row> {
  /** Keys of rows. */
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  /** Label of the box of a row, for screen readers. */
  labelOf: (row: Row) => string;
}

/**
 * On a phone the rows are cards; on a narrow desk the table scrolls, by keyboard too, and the page does not. The roles
 * are written down because browsers drop those of a table that is displayed as blocks.
 */
export function DataTable<Row>({ label, columns, rows, keyOf, empty, minWidth = 640, choice }: DataTableProps<Row>) {
  const t = useTexts(texts);
  if (rows.length === 0)
    return empty && typeof empty !== 'string' ? (
      empty
    ) : (
      <EmptyState title={typeof empty === 'string' ? empty : t.empty} />
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section tabIndex={0} aria-label={label} className={classes.frame} style={narrowest(minWidth)}>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      <table role="table" className={classes.table}>
        <thead role="rowgroup" className={classes.heads}>
          <tr role="row">
            {choice ? (
              <th scope="col" role="columnheader" className={joined(classes.head, classes.choice)}>
                <VisuallyHidden>{t.choice}</VisuallyHidden>
              </th>
            ) : null}
            {columns.map(({ header, numeric }) => (
              <th
                key={header}
                scope="col"
                role="columnheader"
                className={joined(classes.head, numeric && classes.numeric)}
              >
                {header === '' ? <VisuallyHidden>{t.actions}</VisuallyHidden> : header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className={classes.body}>
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row" className={joined(classes.row, choice && classes.choosable)}>
              {choice ? (
                <td role="cell" className={joined(classes.cell, classes.choice)}>
                  <Checkbox
                    size="md"
                    aria-label={choice.labelOf(row)}
                    checked={choice.chosen.has(keyOf(row))}
                    onChange={() => choice.onChoose(toggled(choice.chosen, keyOf(row)))}
                  />
                </td>
              ) : null}
              {columns.map(({ header, cell, numeric, unbroken }) => (
                <td
                  key={header}
                  role="cell"
                  data-label={header}
                  className={joined(classes.cell, numeric && classes.numeric, unbroken && classes.unbroken)}
                >
                  <div className={classes.content}>{cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
    </section>
  );
}

function toggled(chosen: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(key)) next.add(key);
  return next;
}

const joined = (...names: unknown[]) => names.filter(Boolean).join(' ');

/** Least width of a column for the style sheet, which ignores it on a phone. */
const narrowest = (pixels: number) => ({ '--narrowest': `${pixels}px` }) as CSSProperties;
