import type { AnswerOf } from '../api.ts';
import { useWords } from '../i18n/words.ts';
import { showNumber } from '../time.ts';
import { Figure } from '../ui/figure.tsx';
import { Section } from '../ui/page.tsx';
import { kindOf, kinds } from './kinds.ts';
import classes from './queue.module.css';

type Ages = AnswerOf<'getWorkQueue'>['ages'];
const ages = ['days', 'weeks', 'months'] as const;

/** Shows how long all of it has waited, by kind: three lengths of a bar and their table. */
export function Ageing({ ages: given }: { ages: Ages }) {
  const t = useWords('queue');
  const rows = kinds
    .map((kind) => {
      const own = given.filter((each) => kindOf[each.kind] === kind);
      const counts = ages.map((age) => own.reduce((sum, each) => sum + each[age], 0));
      return { kind, counts, total: counts.reduce((sum, count) => sum + count, 0) };
    })
    .filter(({ total }) => total > 0);
  const most = Math.max(1, ...rows.map(({ total }) => total));
  const old = rows.reduce((sum, { counts }) => sum + (counts[2] ?? 0), 0);
  const table = {
    columns: [t('ageing.kind'), ...ages.map((age) => t(`ageing.${age}`))],
    rows: rows.map(({ kind, counts }) => [t(`kinds.${kind}`), ...counts]),
  };
  return (
    <Section title={t('ageing.title')}>
      <Figure sentence={t('ageing.sentence', { count: old, shown: showNumber(old) })} table={table}>
        <ul className={classes.ageing}>
          {rows.map(({ kind, counts, total }) => (
            <li key={kind}>
              <span className={classes.ageingLabel}>
                {t(`kinds.${kind}`)} <strong>{showNumber(total)}</strong>
              </span>
              <span className={classes.ageingBar} aria-hidden>
                {counts.map((count, index) => (
                  <span
                    key={ages[index]}
                    data-age={ages[index]}
                    style={{ width: `${(count / most) * 100}%` }}
                  />
                ))}
              </span>
            </li>
          ))}
        </ul>
        <p className={classes.legend} aria-hidden>
          {ages.map((age) => (
            <span key={age} data-age={age}>
              {t(`ageing.${age}`)}
            </span>
          ))}
        </p>
      </Figure>
    </Section>
  );
}
