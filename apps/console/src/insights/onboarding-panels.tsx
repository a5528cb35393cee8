import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { showNumber, shownZone } from '../time.ts';
import { Figure } from '../ui/figure.tsx';
import { Bars } from '../ui/plots.tsx';
import { Empty, Lines, Read } from '../ui/states.tsx';
import { firstLogins } from './boards.ts';
import classes from './insights.module.css';
import { type Question, rangeOf } from './question.ts';

const options = { staleTime: 300_000 };
const wait = <Lines count={4} height={28} />;

function useCount(eventType: string, filters?: Question['filters'], isAsked = true) {
  const zone = shownZone();
  const body: Question = {
    eventType,
    timeRange: rangeOf('26w', 0, zone),
    granularity: 'NONE',
    timezone: zone,
    aggregations: [{ function: 'COUNT' }],
    ...(filters ? { filters } : {}),
  };
  return useRead('queryAnalytics', { body }, { ...options, enabled: isAsked });
}

/** Returns whether events of a type bear an attribute: asking for one that none has is an error. */
function useHas(event: string, attribute: string): boolean | undefined {
  const catalogue = useRead('getAnalyticsCatalogue', {}, options);
  const own = catalogue.data?.eventTypes.find(({ eventType }) => eventType === event);
  return catalogue.data && (own?.attributes.includes(attribute) ?? false);
}

type Step = { name: string; count: number };

function StepBars({ steps, sentence, label }: { steps: Step[]; sentence: string; label: string }) {
  const t = useWords('insights');
  return (
    <Figure
      sentence={sentence}
      table={{
        columns: [t('table.group'), t('table.count')],
        rows: steps.map(({ name, count }) => [name, count]),
      }}
    >
      <Bars
        label={label}
        bars={steps.map(({ name, count }) => ({
          label: name,
          value: count,
          shown: showNumber(count),
        }))}
      />
    </Figure>
  );
}

const first = (answer: { rows: { values: unknown[] }[] }) =>
  Number(answer.rows[0]?.values.at(-1) ?? 0);

/** From the first record to the first sign-in. */
export function Funnel() {
  const t = useWords('insights');
  const hasFirst = useHas('login.success', 'first');
  const created = useCount('contact.created');
  const invited = useCount('contact.credentials_initialized');
  const arrived = useCount('login.success', firstLogins, hasFirst === true);
  const last = hasFirst === false ? invited : arrived;
  return (
    <Read of={created} skeleton={wait}>
      {(made) => (
        <Read of={last} skeleton={wait}>
          {(came) => {
            const steps = [
              { name: t('funnel.created'), count: first(made) },
              { name: t('funnel.invited'), count: invited.data ? first(invited.data) : 0 },
              { name: t('funnel.arrived'), count: hasFirst ? first(came) : 0 },
            ];
            const sentence = t('funnel.sentence', {
              created: showNumber(steps[0]?.count ?? 0),
              arrived: showNumber(steps[2]?.count ?? 0),
            });
            return <StepBars steps={steps} sentence={sentence} label={t('panels.funnel')} />;
          }}
        </Read>
      )}
    </Read>
  );
}

/** Shows how many days pass between the mail with the access and a client's first sign-in. */
export function FirstLogin() {
  const t = useWords('insights');
  const isKnown = useHas('login.success', 'daysSinceInit');
  const zone = shownZone();
  const body: Question = {
    eventType: 'login.success',
    timeRange: rangeOf('26w', 0, zone),
    granularity: 'NONE',
    timezone: zone,
    ...(firstLogins ? { filters: firstLogins } : {}),
    aggregations: [{ function: 'AVG', field: 'daysSinceInit' }],
  };
  const days = useRead('queryAnalytics', { body }, { ...options, enabled: isKnown === true });
  if (isKnown === false) return <Empty title={t('empty')} />;
  return (
    <Read of={days} skeleton={wait}>
      {(answer) =>
        answer.rows[0]?.values.at(-1) == null ? (
          <Empty title={t('empty')} />
        ) : (
          <p className={classes.figure}>
            {t('firstLogin.days', { days: showNumber(Math.round(first(answer) * 10) / 10) })}
          </p>
        )
      }
    </Read>
  );
}

const states = ['READY', 'INCOMPLETE', 'ATTENTION'] as const;

/** Shows how complete the records of people are now. */
export function Readiness() {
  const t = useWords('insights');
  const enums = useWords('enums');
  const of = (value: string) => ({
    body: { filters: [{ field: 'readinessStatus', operator: 'EQUALS', value }], size: 1 },
  });
  const ready = useRead('filterContacts', of('READY'), options);
  const incomplete = useRead('filterContacts', of('INCOMPLETE'), options);
  const attention = useRead('filterContacts', of('ATTENTION'), options);
  const all = [ready, incomplete, attention];
  const waiting = all.find(({ data }) => data === undefined) ?? ready;
  return (
    <Read of={waiting} skeleton={wait}>
      {() => {
        const steps = states.map((state, index) => ({
          name: enums(`readiness.${state}`),
          count: all[index]?.data?.totalElements ?? 0,
        }));
        const total = steps.reduce((sum, { count }) => sum + count, 0);
        const sentence = t('readinessSentence', {
          ready: showNumber(steps[0]?.count ?? 0),
          total: showNumber(total),
        });
        return <StepBars steps={steps} sentence={sentence} label={t('panels.readiness')} />;
      }}
    </Read>
  );
}
