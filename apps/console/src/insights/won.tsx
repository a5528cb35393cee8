import { IconX } from '@tabler/icons-react';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { useSources } from '../records/use-lists.ts';
import type { Search } from '../search.ts';
import { locale, showNumber, today } from '../time.ts';
import { useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/page.tsx';
import { Empty, Lines, Read } from '../ui/states.tsx';
import { CountedBars, fromFirst, sumOf } from './counted-bars.tsx';
import classes from './insights.module.css';
import { PeopleBehind } from './people-behind.tsx';
import { months, useWon, type WonPerson } from './use-won.ts';

const keys = ['month', 'adviser', 'source'] as const;
type Key = (typeof keys)[number];
const span = 3;
const wait = <Lines count={8} height={32} />;

/** Shows which prospects became clients: by month, by adviser, by source, and who they are. */
export function Won() {
  const t = useWords('insights');
  const { isNone, reads, ...won } = useWon();
  if (isNone) return <Empty title={t('won.none')} />;
  // The first that has not been read, or else the last of them, stands for all.
  const of = reads.find(({ isSuccess }) => !isSuccess) ?? reads[2];
  return (
    <Read<unknown> of={of} skeleton={wait}>
      {() => <Pictures {...won} />}
    </Read>
  );
}

type Shown = Pick<ReturnType<typeof useWon>, 'people' | 'all' | 'wonIn' | 'first'>;

function Pictures({ people, all, wonIn, first }: Shown) {
  const t = useWords('insights');
  const [search] = useSearch<'insights'>();
  const { labelOf } = useSources();
  const measure: Record<Key, (person: WonPerson) => string> = {
    month: ({ month }) => month,
    adviser: ({ managerName }) => managerName ?? t('values.none'),
    source: ({ contactSource }) => contactSource ?? t('values.none'),
  };
  const shown = people.filter((person) =>
    keys.every((key) => !search[key] || measure[key](person) === search[key]),
  );
  const to = (key: Key, value: string) =>
    pathTo('insights', { ...pick(search), board: 'won', [key]: value });
  const counted = Array.from({ length: months }, (_, index) => {
    const month = first.add({ months: index });
    return { month, value: wonIn.get(month.toString().slice(0, 7)) ?? 0 };
  });
  const sum = (from: number, until?: number) =>
    sumOf(counted.slice(from, until), ({ value }) => value);
  const sentence = t('won.sentence', {
    now: showNumber(sum(-span)),
    before: showNumber(sum(-2 * span, -span)),
  });
  // Of many only the last are read with their adviser and source: then the picture says so.
  const cut =
    all > people.length
      ? t('won.cut', { shown: showNumber(people.length), all: showNumber(all) })
      : undefined;
  // Who became a client before those that were read is not behind a bar.
  const oldest = cut && people.at(-1)?.month;
  const hrefOf = (month: string) => (oldest && month < oldest ? {} : { href: to('month', month) });
  const bars = fromFirst(counted, ({ value }) => value).map(({ month, value }) => ({
    label: month.toLocaleString(locale(), { month: 'short', year: 'numeric' }),
    value,
    shown: showNumber(value),
    ...hrefOf(month.toString().slice(0, 7)),
    isPartial: month.month === today().month && month.year === today().year,
  }));
  return (
    <div className={classes.board}>
      <Section title={t('won.byMonth')}>
        <CountedBars bars={bars} sentence={sentence} />
      </Section>
      {(['adviser', 'source'] as const).map((key) => (
        <Section key={key} title={t(`won.by.${key}`)}>
          <CountedBars
            sentence={
              cut ?? t('won.total', { count: people.length, shown: showNumber(people.length) })
            }
            bars={grouped(people, measure[key]).map(([value, count]) => ({
              label: key === 'source' ? labelOf(value) : value,
              value: count,
              shown: showNumber(count),
              href: to(key, value),
            }))}
          />
        </Section>
      ))}
      <WonPeople people={shown} isFiltered={keys.some((key) => search[key])} cut={cut} />
    </div>
  );
}

const pick = (search: Search<'insights'>) =>
  Object.fromEntries(keys.flatMap((key) => (search[key] ? [[key, search[key]]] : [])));

/** Returns how many people there are of each value, the most first. */
const grouped = (people: readonly WonPerson[], measure: (person: WonPerson) => string) =>
  [...Map.groupBy(people, measure)]
    .map(([value, own]) => [value, own.length] as const)
    .sort((a, b) => b[1] - a[1]);

type Props = { people: readonly WonPerson[]; isFiltered: boolean; cut: string | undefined };

function WonPeople({ people, isFiltered, cut }: Props) {
  const t = useWords('insights');
  const [, change] = useSearch<'insights'>();
  const clear = () => change(Object.fromEntries(keys.map((key) => [key, undefined])));
  const acts = isFiltered && (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={<IconX size={14} aria-hidden />}
      onClick={clear}
    >
      {t('won.showAll')}
    </Button>
  );
  return (
    <Section title={t('won.people', { count: people.length })} acts={acts}>
      {cut && <p className={classes.definition}>{cut}</p>}
      <PeopleBehind people={people} />
    </Section>
  );
}
