import type { UseQueryResult } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { ApiError } from '../api.ts';
import { useWords } from '../i18n/words.ts';
import { showList, showNumber } from '../time.ts';
import { Section } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import classes from './imports.module.css';
import type { Checked } from './use-check.ts';
import { useReasons } from './use-reasons.ts';

const mostShown = 10;

/** Holds what every row gets that the file does not state. */
type Filled = { filled: readonly string[] };

/** Shows what an import would do: how many rows would come in, and the first ones with their faults. */
export function Preview({ check, filled }: Filled & { check: UseQueryResult<Checked, ApiError> }) {
  const t = useWords('imports');
  return (
    <Section title={t('preview')}>
      <Read of={check} skeleton={<Lines count={2} height={24} />}>
        {(checked) => <Outcome checked={checked} filled={filled} />}
      </Read>
    </Section>
  );
}

function Outcome({ checked, filled }: Filled & { checked: Checked }) {
  const t = useWords('imports');
  const { rows, accepted, refused, existing, isSample } = checked;
  return (
    <>
      <p role="status" className={classes.muted}>
        {isSample && `${t('ofFirst', { rows: showNumber(rows) })} `}
        {t('wouldBe', { accepted: showNumber(accepted), refused: showNumber(refused) })}
        {existing > 0 && ` ${t('existing', { count: existing, shown: showNumber(existing) })}`}
        {filled.length > 0 &&
          accepted > 0 &&
          ` ${t('filled', { count: accepted, shown: showNumber(accepted), values: showList(filled) })}`}
      </p>
      <Sample checked={checked} />
    </>
  );
}

/** The first rows as they would be read: those with a fault first, each with what would be taken instead. */
function Sample({ checked: { sample, columns } }: { checked: Checked }) {
  const t = useWords('imports');
  const reasonsOf = useReasons();
  const isBad = ({ errors }: Checked['sample'][number]) => errors.length > 0;
  const shown = [...sample.filter(isBad), ...sample.filter((row) => !isBad(row))];
  const held = columns.filter(({ field }) => field !== null);
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        <caption className="visually-hidden">{t('preview')}</caption>
        <thead>
          <tr>
            <th scope="col" className={classes.line}>
              {t('line')}
            </th>
            {held.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.slice(0, mostShown).map((row) => (
            <Fragment key={row.line}>
              <tr data-bad={isBad(row) || undefined}>
                <th scope="row" className={classes.line}>
                  {t('lineOf', { line: row.line })}
                </th>
                {held.map(({ name }) => (
                  <td
                    key={name}
                    className={classes.cell}
                    data-bad={row.errors.some(({ column }) => column === name) || undefined}
                  >
                    {row.values[name]}
                  </td>
                ))}
              </tr>
              {isBad(row) && (
                <tr>
                  <td />
                  <td colSpan={held.length} className={classes.why}>
                    {reasonsOf(row.errors)}
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}
