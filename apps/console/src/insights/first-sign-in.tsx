import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { showNumber, shownZone } from '../time.ts';
import { useSearch } from '../ui/address.ts';
import { Section } from '../ui/page.tsx';
import { Empty, Lines, Read } from '../ui/states.tsx';
import { CountedBars } from './counted-bars.tsx';
import classes from './insights.module.css';
import { PeopleBehind } from './people-behind.tsx';
import { type Answer, type Question, rangeOf } from './question.ts';
import { options, useHas } from './use-has.ts';

const wait = <Lines count={4} height={28} />;
const period = '26w';

/** The first sign-ins of clients. */
const firstLogins: Question['filters'] = [
  { field: 'first', op: 'EQ', value: 'true' },
  { field: 'userType', op: 'EQ', value: 'CLIENT' },
];

const questionOf = (eventType: string, more: Partial<Question>, back = 0): Question => ({
  eventType,
  timeRange: rangeOf(period, back, shownZone()),
  granularity: 'NONE',
  timezone: shownZone(),
  aggregations: [{ function: 'COUNT' }],
  ...more,
});

/** Shows how long clients take from their record to their first sign-in, and where they stop. */
export function FirstSignIn() {
  const t = useWords('insights');
  return (
    <div className={classes.board}>
      <Section title={t('firstSignIn.days')}>
        <Days />
      </Section>
      <Section title={t('firstSignIn.where')}>
        <Funnel />
      </Section>
    </div>
  );
}

const days: Question['aggregations'] = [
  { function: 'MEDIAN', field: 'daysSinceCreated' },
  { function: 'P90', field: 'daysSinceCreated' },
];

function Days() {
  const t = useWords('insights');
  const isKnown = useHas('login.success', 'daysSinceCreated');
  const more = { filters: firstLogins, aggregations: days };
  const enabled = { ...options, enabled: isKnown === true };
  const now = useRead('queryAnalytics', { body: questionOf('login.success', more) }, enabled);
  const earlier = questionOf('login.success', more, 1);
  const before = useRead('queryAnalytics', { body: earlier }, enabled);
  if (isKnown === false) return <Empty title={t('firstSignIn.none')} />;
  return (
    <Read of={now} skeleton={wait}>
      {(answer) => {
        const own = numbersOf(answer);
        if (!own) return <Empty title={t('firstSignIn.none')} />;
        const past = before.data && numbersOf(before.data);
        return (
          <dl className={classes.numbers}>
            {(['median', 'p90'] as const).map((name, index) => (
              <div key={name}>
                <dt>{t(`firstSignIn.${name}`)}</dt>
                <dd>{t('firstSignIn.value', { days: showNumber(own[index] ?? 0) })}</dd>
                <dd className={classes.before}>
                  {past && t('firstSignIn.before', { days: showNumber(past[index] ?? 0) })}
                  {before.data && !past && t('firstSignIn.noBefore')}
                </dd>
              </div>
            ))}
          </dl>
        );
      }}
    </Read>
  );
}

/** Returns median and P90 of an answer, to a tenth of a day; undefined when nobody signed in. */
function numbersOf({ rows }: Answer): number[] | undefined {
  const values = rows[0]?.values.slice(-2);
  if (!values || values.some((each) => each === null)) return undefined;
  return values.map((each) => Math.round(Number(each) * 10) / 10);
}

const countOf = (answer: Answer | undefined) => Number(answer?.rows[0]?.values.at(-1) ?? 0);

/** The steps from a record to the first sign-in: what is counted of each, and which field says of whom. */
const steps = {
  created: ['contact.created', 'entityId', {}],
  invited: ['contact.credentials_initialized', 'entityId', {}],
  arrived: ['login.success', 'actorId', { filters: firstLogins }],
} as const;
type Step = keyof typeof steps;
const names = Object.keys(steps) as Step[];

function Funnel() {
  const t = useWords('insights');
  const [search] = useSearch<'insights'>();
  const hasFirst = useHas('login.success', 'first');
  const ask = (step: Step) => ({ body: questionOf(steps[step][0], steps[step][2]) });
  const created = useRead('queryAnalytics', ask('created'), options);
  const invited = useRead('queryAnalytics', ask('invited'), options);
  const arrived = useRead('queryAnalytics', ask('arrived'), {
    ...options,
    enabled: hasFirst === true,
  });
  const asked = [created, invited, ...(hasFirst === false ? [] : [arrived])];
  const step = names.find((each) => each === search.step);
  return (
    <>
      <Read of={asked.find(({ data }) => data === undefined) ?? created} skeleton={wait}>
        {() => {
          const counts = [created, invited, arrived].map(({ data }) => countOf(data));
          const bars = names.map((name, index) => ({
            label: t(`funnel.${name}`),
            value: counts[index] ?? 0,
            shown: showNumber(counts[index] ?? 0),
            href: pathTo('insights', { board: 'firstSignIn', step: name }),
          }));
          const sentence = t('funnel.sentence', {
            created: showNumber(counts[0] ?? 0),
            arrived: showNumber(counts[2] ?? 0),
          });
          return <CountedBars bars={bars} sentence={sentence} />;
        }}
      </Read>
      {step && <PeopleOf step={step} />}
    </>
  );
}

/** So many of the people behind a step are named. */
const most = 100;

/** Names who stands behind a step of the way to the first sign-in. */
function PeopleOf({ step }: { step: Step }) {
  const t = useWords('insights');
  const [eventType, field, more] = steps[step];
  const grouped = { ...more, groupBy: [{ field }], limit: 1_000 };
  const events = useRead('queryAnalytics', { body: questionOf(eventType, grouped) }, options);
  const all = (events.data?.rows ?? []).map(({ values }) => String(values[0]));
  const uuids = all.slice(0, most);
  const filters = [{ field: 'contactUuid', operator: 'IN', values: uuids }];
  const people = useRead(
    'filterContacts',
    { body: { filters, sort: ['createdAt,desc'], size: most } },
    { ...options, enabled: uuids.length > 0 },
  );
  if (events.data && uuids.length === 0) return <Empty title={t('funnel.nobody')} />;
  return (
    <Read of={events} skeleton={wait}>
      {() => (
        <Read of={people} skeleton={wait}>
          {({ content }) => (
            <>
              <h3>{t(`funnel.${step}`)}</h3>
              {all.length > content.length && (
                <p className={classes.definition}>
                  {t('funnel.cut', {
                    shown: showNumber(content.length),
                    all: `${showNumber(all.length)}${events.data?.stats.truncated ? '+' : ''}`,
                  })}
                </p>
              )}
              <PeopleBehind people={content} />
            </>
          )}
        </Read>
      )}
    </Read>
  );
}
