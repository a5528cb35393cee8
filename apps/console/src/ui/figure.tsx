import { IconChartBar, IconTable } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useWords } from '../i18n/words.ts';
import { showNumber } from '../time.ts';
import { Button } from './button.tsx';
import classes from './figure.module.css';

export type PlainTable = {
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
};

type Props = {
  /** Shows what the picture says, in a sentence. */
  sentence: string;
  table: PlainTable;
  children: ReactNode;
};

/** A picture of numbers with a sentence that says it, and its table in its place when asked for. */
export function Figure({ sentence, table, children }: Props) {
  const t = useWords('common');
  const [isTable, setTable] = useState(false);
  return (
    <figure className={classes.figure}>
      {isTable ? <FigureTable table={table} caption={sentence} /> : children}
      <figcaption className={classes.caption}>
        <span>{sentence}</span>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={
            isTable ? <IconChartBar size={14} aria-hidden /> : <IconTable size={14} aria-hidden />
          }
          onClick={() => setTable(!isTable)}
        >
          {t(isTable ? 'figure.chart' : 'figure.table')}
        </Button>
      </figcaption>
    </figure>
  );
}

function FigureTable({
  table: { columns, rows },
  caption,
}: {
  table: PlainTable;
  caption: string;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
    <section className={classes.scroll} aria-label={caption} tabIndex={0}>
      <table className={classes.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may say the same.
            <tr key={`${at} ${row[0]}`}>
              {row.map((cell, index) =>
                index === 0 ? (
                  <th key={columns[index]} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={columns[index]} data-number={typeof cell === 'number' || undefined}>
                    {typeof cell === 'number' ? showNumber(cell) : cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
