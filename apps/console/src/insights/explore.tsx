import { Menu } from '@mantine/core';
import { IconCode, IconDownload } from '@tabler/icons-react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { useKeys } from '../keys.ts';
import { useEventWords } from '../records/event-words.ts';
import { showDate, showNumber, showZone } from '../time.ts';
import { useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { copy } from '../ui/copy.ts';
import { MenuItem } from '../ui/menu-item.tsx';
import { Section } from '../ui/page.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Empty, Lines, Read } from '../ui/states.tsx';
import { Controls } from './controls.tsx';
import { type CallForm, callText, csvOf } from './copy-call.ts';
import classes from './insights.module.css';
import { HoursPicture, TimePicture } from './picture.tsx';
import { type Answer, type Asked, askedBy, questionOf } from './question.ts';
import { beside, stepsOf } from './series.ts';
import { useValueNames } from './value-names.ts';

const forms: readonly CallForm[] = ['curl', 'typescript', 'cli'];

/** A question of one's own: event, period, step, group, comparison and zone, answered as a picture. */
export function Explore() {
  const t = useWords('insights');
  const { nameOf } = useEventWords();
  const [search, change] = useSearch<'insights'>();
  const asked = askedBy(search);
  const question = questionOf(asked);
  const answer = useRead('queryAnalytics', { body: question }, { keepsOld: true });
  const before = useRead(
    'queryAnalytics',
    { body: questionOf(asked, asked.back + 1) },
    { enabled: asked.isCompared, keepsOld: true },
  );
  const compare = () => change({ compare: asked.isCompared ? undefined : 'previous' });
  const goBack = (back: number) => change({ back: back > 0 ? String(back) : undefined });
  useKeys([
    { keys: 'x', label: t('keys.compare'), run: compare },
    { keys: 'ArrowLeft', label: t('keys.before'), run: () => goBack(asked.back + 1) },
    { keys: 'ArrowRight', label: t('keys.after'), run: () => goBack(asked.back - 1) },
  ]);
  const saveCsv = ({ columns, rows }: Answer) => {
    const names = columns.map(({ name }) => name);
    const text = csvOf(
      names,
      rows.map(({ values }) => values),
    );
    saveFile(new Blob([text], { type: 'text/csv' }), `${asked.event}.csv`);
  };
  const range = question.timeRange;
  const acts = (
    <span className={classes.acts}>
      <Button
        size="xs"
        variant="default"
        disabled={!answer.data}
        leftSection={<IconDownload size={14} aria-hidden />}
        onClick={() => answer.data && saveCsv(answer.data)}
      >
        {t('csv')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="xs" variant="default" leftSection={<IconCode size={14} aria-hidden />}>
            {t('copy.title')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {forms.map((form) => (
            <MenuItem
              isLocal
              key={form}
              onClick={() => void copy(callText(form, question), t('copied'))}
            >
              {t(`copy.${form}`)}
            </MenuItem>
          ))}
        </Menu.Dropdown>
      </Menu>
    </span>
  );
  return (
    <>
      <Controls asked={asked} compare={compare} />
      <Section title={nameOf(asked.event)} acts={acts}>
        <p className={classes.quiet}>
          {t('range', {
            from: showDate(dateIn(range.from, asked.zone)),
            to: showDate(dateIn(range.to, asked.zone, 1)),
            zone: showZone(asked.zone),
          })}
        </p>
        <Read of={answer} skeleton={<Lines count={6} height={40} />}>
          {(data) => (
            <>
              {data.stats.truncated && (
                <Chip tone="warn">{t('truncated', { limit: showNumber(data.stats.limit) })}</Chip>
              )}
              <Picture
                asked={asked}
                answer={data}
                before={asked.isCompared ? before.data : undefined}
                title={nameOf(asked.event)}
              />
            </>
          )}
        </Read>
      </Section>
    </>
  );
}

const dateIn = (instant: string, zone: string, daysBefore = 0) =>
  Temporal.Instant.from(instant)
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .subtract({ days: daysBefore })
    .toString();

type PictureProps = { asked: Asked; answer: Answer; before: Answer | undefined; title: string };

function Picture({ asked, answer, before, title }: PictureProps) {
  const t = useWords('insights');
  const { zone, grain, picture } = asked;
  const isGrouped = answer.columns.some(({ role }) => role === 'DIMENSION');
  const nameOfValue = useValueNames(
    isGrouped ? [...new Set(answer.rows.map(({ values }) => String(values[1] ?? '')))] : [],
  );
  const isEmpty = answer.rows.every(({ values }) => Number(values.at(-1) ?? 0) === 0);
  if (isEmpty) return <Empty title={t('empty')} text={t('emptyText')} />;
  if (picture === 'heat') return <HoursPicture answer={answer} zone={zone} title={title} />;
  const others = t('others');
  const now = stepsOf(answer, zone, grain, title, others);
  const named = {
    ...now,
    series: now.series.map((name) => (isGrouped && name !== others ? nameOfValue(name) : name)),
  };
  const steps = before
    ? beside(named, stepsOf(before, zone, grain, title, others), t('previous'))
    : named;
  return <TimePicture kind={picture} steps={steps} title={title} />;
}
