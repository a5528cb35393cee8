import { useWords } from '../i18n/words.ts';
import { instantOf, showNumber } from '../time.ts';
import { Figure } from '../ui/figure.tsx';
import { Section } from '../ui/page.tsx';
import type { Item } from './item.ts';
import { kindOf, kinds } from './kinds.ts';
import classes from './queue.module.css';

const ages = ['days', 'weeks', 'months'] as const;

function ageOf({ since }: Item): (typeof ages)[number] {
  const at = instantOf(since);
  const days = (Temporal.Now.instant().epochMilliseconds - at.epochMilliseconds) / 86_400_000;
  if (days < 7) return 'days';
  return days < 28 ? 'weeks' : 'months';
}

/** Shows how long things have waited, by kind: three lengths of a bar and their table. */
export function Ageing({ items }: { items: readonly Item[] }) {
  const t = useWords('queue');
  const rows = kinds
    .map((kind) => {
      const own = items.filter((item) => kindOf[item.kind] === kind);
      const counts = ages.map((age) => own.filter((item) => ageOf(item) === age).length);
      return { kind, counts, total: own.length };
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
