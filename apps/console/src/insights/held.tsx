import type { AnswerOf } from '../api.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { peopleConditions } from '../people/list-conditions.ts';
import { locale, showNumber, shownZone } from '../time.ts';
import { Section } from '../ui/page.tsx';
import { Empty, Lines, Read } from '../ui/states.tsx';
import { CountedBars, fromFirst, sumOf } from './counted-bars.tsx';
import classes from './insights.module.css';
import { options } from './use-has.ts';

const span = 13;
const wait = <Lines count={6} height={28} />;
type Week = AnswerOf<'getInsights'>['weeks'][number];

/** Reads the figures that are counted where the records are. */
export const useInsights = () =>
  useRead('getInsights', { query: { timezone: shownZone() } }, options);

/** Shows how many meetings were held each week, and which clients nobody has met for half a year. */
export function Held() {
  const t = useWords('insights');
  const answer = useInsights();
  return (
    <div className={classes.board}>
      <Section title={t('held.byWeek')}>
        <Read of={answer} skeleton={wait}>
          {({ weeks }) => <Weeks weeks={weeks} />}
        </Read>
      </Section>
      <Section title={t('held.notMet')}>
        <NotMet />
      </Section>
    </div>
  );
}

function Weeks({ weeks }: { weeks: readonly Week[] }) {
  const t = useWords('insights');
  const sum = (some: readonly Week[]) => showNumber(sumOf(some, ({ held }) => held));
  const current = weeks.at(-1);
  const shown = fromFirst(weeks.slice(-span), ({ held }) => held);
  if (shown.length === 0) return <Empty title={t('held.none')} />;
  const sentence = t('held.sentence', {
    now: sum(weeks.slice(-span)),
    before: sum(weeks.slice(-2 * span, -span)),
  });
  const bars = shown.map((week) => ({
    label: t('held.week', {
      date: Temporal.PlainDate.from(week.from).toLocaleString(locale(), {
        day: 'numeric',
        month: 'short',
      }),
    }),
    value: week.held,
    shown: showNumber(week.held),
    href: pathTo('meetings', {
      tab: 'past',
      status: 'ACTIVE',
      week: week.from,
    }),
    isPartial: week === current,
  }));
  return <CountedBars bars={bars} sentence={sentence} />;
}

const states = ['QUIET', 'NEVER'] as const;

function NotMet() {
  const t = useWords('insights');
  const words = useWords('people');
  const ask = (met: string) => ({
    body: { filters: peopleConditions({ type: 'CLIENT', met }), size: 1 },
  });
  const quiet = useRead('filterContacts', ask('QUIET'), options);
  const never = useRead('filterContacts', ask('NEVER'), options);
  return (
    <Read of={quiet.data ? never : quiet} skeleton={wait}>
      {() => {
        const counts = [quiet, never].map(({ data }) => data?.totalElements ?? 0);
        const total = counts.reduce((sum, each) => sum + each, 0);
        const bars = states.map((met, index) => ({
          label: words(`met.${met}`),
          value: counts[index] ?? 0,
          shown: showNumber(counts[index] ?? 0),
          href: pathTo('people', { type: 'CLIENT', met }),
        }));
        const sentence = t('held.notMetSentence', { count: total, shown: showNumber(total) });
        return <CountedBars bars={bars} sentence={sentence} />;
      }}
    </Read>
  );
}
