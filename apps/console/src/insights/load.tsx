import type { CSSProperties } from 'react';
import type { AnswerOf } from '../api.ts';
import { useWords } from '../i18n/words.ts';
import { type Href, pathTo } from '../paths.ts';
import { showNumber } from '../time.ts';
import { Link } from '../ui/link.tsx';
import { Section } from '../ui/page.tsx';
import { Empty, Lines, Read } from '../ui/states.tsx';
import { useInsights } from './held.tsx';
import classes from './insights.module.css';

const columns = ['clients', 'households', 'openTasks', 'meetingsAhead'] as const;
type Row = NonNullable<AnswerOf<'getInsights'>['loads']>[number];

/** Shows what each member of staff has in care: four counts, each told by the same definition everywhere. */
export function Load() {
  const t = useWords('insights');
  const answer = useInsights();
  return (
    <Section title={t('load.title')}>
      <Read of={answer} skeleton={<Lines count={6} height={32} />}>
        {({ loads = [] }) =>
          loads.length === 0 ? <Empty title={t('load.none')} /> : <Table loads={loads} />
        }
      </Read>
    </Section>
  );
}

/** Returns where the records behind a count are listed. */
function placeOf(column: (typeof columns)[number], { staffUuid }: Row): Href {
  return {
    clients: pathTo('people', { type: 'CLIENT', manager: staffUuid }),
    households: pathTo('households', { manager: staffUuid }),
    openTasks: pathTo('tasks', { of: 'team', assignee: staffUuid }),
    meetingsAhead: pathTo('meetings', { host: staffUuid }),
  }[column];
}

function Table({ loads }: { loads: readonly Row[] }) {
  const t = useWords('insights');
  const top = columns.map((column) => Math.max(1, ...loads.map((row) => row[column])));
  return (
    <div className={classes.scroll}>
      <table className={classes.loads}>
        <thead>
          <tr>
            <th scope="col">{t('load.who')}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`load.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {loads.map((row) => (
            <tr key={row.staffUuid}>
              <th scope="row">{row.name}</th>
              {columns.map((column, index) => {
                const href = placeOf(column, row);
                const shown = showNumber(row[column]);
                const share = `${(row[column] / (top[index] ?? 1)) * 100}%`;
                return (
                  <td key={column} style={{ '--share': share } as CSSProperties}>
                    {row[column] > 0 ? <Link href={href}>{shown}</Link> : shown}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
