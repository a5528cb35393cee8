import { useEffect } from 'react';
import type { AnswerOf } from '../api.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { useSearch } from '../ui/address.ts';
import { Section } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { Lines, Read } from '../ui/states.tsx';
import classes from './imports.module.css';
import { type Kind, kinds } from './kinds.ts';
import { MendRow } from './mend-row.tsx';

type Row = AnswerOf<'listRefusedImportRows'>[number];
const size = 25;

type Props = { kind: Kind; importUuid: string; refused: number };

/** The rows that were refused, as a grid to mend them in: each is tried again by itself. */
export function RefusedRows({ kind, importUuid, refused }: Props) {
  const t = useWords('imports');
  const [search, change] = useSearch<'importPeople'>();
  const number = Number(search.rows ?? 1) - 1;
  const rows = useRead(
    kinds[kind].refused,
    { path: { importUuid }, query: { page: number, size } },
    { keepsOld: true },
  );
  const { refetch } = rows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows are refused while the import goes on.
  useEffect(() => void refetch(), [refused, refetch]);
  return (
    <Section title={t('grid')}>
      <Read of={rows} skeleton={<Lines count={5} height={40} />}>
        {(list) => (
          <>
            <Grid kind={kind} importUuid={importUuid} rows={list} />
            <Pager
              page={{
                number,
                size,
                totalElements: refused,
                numberOfElements: list.length,
                first: number === 0,
                last: (number + 1) * size >= refused,
              }}
              go={(next) => change({ rows: next === 0 ? undefined : String(next + 1) })}
            />
          </>
        )}
      </Read>
    </Section>
  );
}

type GridProps = Pick<Props, 'kind' | 'importUuid'> & { rows: readonly Row[] };

function Grid({ kind, importUuid, rows }: GridProps) {
  const t = useWords('imports');
  const columns = [...new Set(rows.flatMap(({ values }) => Object.keys(values ?? {})))];
  return (
    <div className={classes.frame}>
      <table className={classes.grid}>
        <caption className="visually-hidden">{t('grid')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('line')}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <MendRow
              key={row.line}
              kind={kind}
              importUuid={importUuid}
              row={row}
              columns={columns}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
