import { useEventWords } from '../activity/event-words.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { showNumber, shownZone } from '../time.ts';
import { Chip } from '../ui/chip.tsx';
import { Figure } from '../ui/figure.tsx';
import { Section } from '../ui/page.tsx';
import { Bars } from '../ui/plots.tsx';
import { Empty, Lines, Read } from '../ui/states.tsx';
import type { BoardSpec, Panel } from './boards.ts';
import classes from './insights.module.css';
import { FirstLogin, Funnel, Readiness } from './onboarding-panels.tsx';
import { HoursPicture, TimePicture } from './picture.tsx';
import { type Answer, type Question, rangeOf } from './question.ts';
import { stepsOf } from './series.ts';
import { useValueNames } from './value-names.ts';

const period = '26w';
const wait = <Lines count={5} height={36} />;

/** A ready dashboard of the last 26 weeks. */
export function Board({ board }: { board: BoardSpec }) {
  const t = useWords('insights');
  return (
    <div className={classes.board}>
      {board.panels.map((panel) => (
        <Section key={panel.name} title={t(`panels.${panel.name}`)}>
          <PanelContent panel={panel} />
        </Section>
      ))}
    </div>
  );
}

function PanelContent({ panel }: { panel: Panel }) {
  switch (panel.kind) {
    case 'time':
      return <OverTime event={panel.event} />;
    case 'groups':
      return <ByGroup event={panel.event} field={panel.field} />;
    case 'hours':
      return <ByHour event={panel.event} />;
    case 'funnel':
      return <Funnel />;
    case 'firstLogin':
      return <FirstLogin />;
    case 'readiness':
      return <Readiness />;
  }
}

const options = { staleTime: 300_000 };

function bodyOf(eventType: string, more: Partial<Question>): { body: Question } {
  const zone = shownZone();
  return {
    body: {
      eventType,
      timeRange: rangeOf(period, 0, zone),
      timezone: zone,
      aggregations: [{ function: 'COUNT' }],
      ...more,
    },
  };
}

function Cut({ answer }: { answer: Answer }) {
  const t = useWords('insights');
  if (!answer.stats.truncated) return null;
  return <Chip tone="warn">{t('truncated', { limit: showNumber(answer.stats.limit) })}</Chip>;
}

function OverTime({ event }: { event: string }) {
  const t = useWords('insights');
  const { nameOf } = useEventWords();
  const input = bodyOf(event, { granularity: 'WEEK', fillEmpty: true });
  const answer = useRead('queryAnalytics', input, options);
  return (
    <Read of={answer} skeleton={wait}>
      {(data) => (
        <>
          <Cut answer={data} />
          <TimePicture
            kind="area"
            steps={stepsOf(data, shownZone(), 'WEEK', nameOf(event), t('others'))}
            title={nameOf(event)}
            height={200}
          />
        </>
      )}
    </Read>
  );
}

function ByGroup({ event, field }: { event: string; field: string }) {
  const input = bodyOf(event, {
    granularity: 'NONE',
    groupBy: [{ field }],
    sort: [{ field: 'count', ascending: false }],
    limit: 12,
  });
  const catalogue = useRead('getAnalyticsCatalogue', {}, options);
  const known = catalogue.data?.eventTypes.find(({ eventType }) => eventType === event);
  const isKnown = known?.attributes.includes(field) ?? false;
  const answer = useRead('queryAnalytics', input, { ...options, enabled: isKnown });
  if (catalogue.data && !isKnown) return <Nothing />;
  return (
    <Read of={answer} skeleton={wait}>
      {(data) => <GroupBars answer={data} event={event} />}
    </Read>
  );
}

function GroupBars({ answer, event }: { answer: Answer; event: string }) {
  const t = useWords('insights');
  const { nameOf } = useEventWords();
  const rows = answer.rows.map(
    ({ values }) => [String(values[0] ?? ''), Number(values.at(-1))] as const,
  );
  const valueName = useValueNames(rows.map(([value]) => value));
  if (rows.length === 0) return <Nothing />;
  const sum = rows.reduce((total, [, value]) => total + value, 0);
  return (
    <>
      <Cut answer={answer} />
      <Figure
        sentence={t('sentence', { title: nameOf(event), value: showNumber(sum) })}
        table={{
          columns: [t('table.group'), t('table.count')],
          rows: rows.map(([value, count]) => [valueName(value), count]),
        }}
      >
        <Bars
          label={nameOf(event)}
          bars={rows.map(([value, count]) => ({
            label: valueName(value),
            value: count,
            shown: showNumber(count),
          }))}
        />
      </Figure>
    </>
  );
}

function ByHour({ event }: { event: string }) {
  const { nameOf } = useEventWords();
  const input = bodyOf(event, { granularity: 'HOUR', limit: 10_000 });
  const answer = useRead('queryAnalytics', input, options);
  return (
    <Read of={answer} skeleton={wait}>
      {(data) =>
        data.rows.length === 0 ? (
          <Nothing />
        ) : (
          <>
            <Cut answer={data} />
            <HoursPicture answer={data} zone={shownZone()} title={nameOf(event)} />
          </>
        )
      }
    </Read>
  );
}

function Nothing() {
  const t = useWords('insights');
  return <Empty title={t('empty')} />;
}
