import { foldText } from '@atrium/kit/texts/folding.ts';
import { Switch } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { AnswerOf, BodyOf } from '../api.ts';
import { Form } from '../forms/form.tsx';
import { StandingForm } from '../forms/standing-form.tsx';
import { useForm } from '../forms/use-form.ts';
import type { Words } from '../i18n/keys.ts';
import { useWords, wordsOf } from '../i18n/words.ts';
import { announce } from '../ui/announcer.tsx';
import { Button } from '../ui/button.tsx';
import classes from './firm.module.css';
import { type Entry, ListEntry } from './list-entry.tsx';

export type Item = AnswerOf<'listContactStages'>[number];
type Body = BodyOf<'replaceContactStages'>;
type ListName = 'stages' | 'sources' | 'segments';
type Props = {
  name: ListName;
  items: readonly Item[];
  /** How many people have each value, once that is known. */
  usage: AnswerOf<'getContactStagesUsage'> | undefined;
  send: (body: Body, headers: Record<string, string>) => Promise<readonly Item[]>;
};

/** A list of the firm: its entries are named, put in order by dragging, buttons or keys, added and retired. */
export function ListEditor(props: Props) {
  return <StandingForm>{(saved) => <Editor {...props} saved={saved} />}</StandingForm>;
}

function Editor({ name, items, usage, send, saved }: Props & { saved: () => void }) {
  const t = useWords('firm');
  const rows = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number>();
  /** Which values the entries were given last: who typed on meanwhile sends the same entries again. */
  const given = useRef<ReadonlyMap<string, string>>(new Map());
  const initial = { entries: entriesOf(name, items), renames: false };
  const state = useForm({
    initial,
    draft: `list:${name}`,
    limits: ({ entries }) =>
      Object.fromEntries(
        entries.map((_, at) => [`entries.${at}.label`, 'replaceContactSources:[].label'] as const),
      ),
    check: ({ entries }) => faultsOf(entries, t),
    send: async ({ entries: typed, renames }, { headers }) => {
      const entries = typed.map((each) => ({
        ...each,
        value: given.current.get(each.key) ?? each.value,
      }));
      const body = bodyOf(name, entries, items, renames);
      const answer = await send(body, headers);
      given.current = new Map(
        body.map(({ value, newValue }, at) => [entries[at]?.key ?? value, newValue ?? value]),
      );
      return answer;
    },
    saved,
    anew: (now) => ({ values: { entries: entriesOf(name, now), renames: false } }),
    pathOf: (field) => field.replace(/^\[?(\d+)\]?\.?.*/, 'entries.$1.label'),
  });
  const { form } = state;
  const { entries, renames } = form.values;
  const isRenamed = entries.some((entry) => isNamedAnew(name, entry, items));
  const change = (next: readonly Entry[]) => form.setFieldValue('entries', [...next]);
  const set = (key: string, part: Partial<Entry>) =>
    change(entries.map((each) => (each.key === key ? { ...each, ...part } : each)));
  const move = (from: number, to: number) => {
    const moved = entries[from];
    if (!moved || to < 0 || to >= entries.length) return;
    const rest = entries.filter((_, index) => index !== from);
    change([...rest.slice(0, to), moved, ...rest.slice(to)]);
    announce(t('lists.moved', { name: moved.label, position: to + 1, total: entries.length }));
    // The field goes with its entry, and keeps the focus.
    requestAnimationFrame(() =>
      rows.current?.querySelector<HTMLElement>(`[data-key="${moved.key}"] input`)?.focus(),
    );
  };
  const press = (event: KeyboardEvent, index: number) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step || !event.altKey) return;
    event.preventDefault();
    move(index, index + step);
  };
  const add = () => {
    const key = crypto.randomUUID();
    change([...entries, { key, value: '', label: '', isActive: true }]);
    requestAnimationFrame(() =>
      rows.current?.querySelector<HTMLElement>(`[data-key="${key}"] input`)?.focus(),
    );
  };
  return (
    <Form
      of={state}
      act={t(`lists.save.${name}`)}
      footerClass={classes.foot}
      labelOf={() => t(`lists.${name}`)}
      show={(_, value) =>
        Array.isArray(value) ? value.map((each: Entry) => each.label).join(', ') : ''
      }
      beside={
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
          {t('lists.add')}
        </Button>
      }
    >
      <p className={classes.muted}>{t('lists.keys')}</p>
      <ol ref={rows} className={classes.entries}>
        {entries.map((entry, index) => {
          const word = entry.label || t('lists.new');
          return (
            <ListEntry
              key={entry.key}
              entry={entry}
              word={word}
              index={index}
              total={entries.length}
              count={usage?.find((each) => each.value === entry.value)?.count}
              isRetired={!entry.isActive && wasActive(entry, items)}
              error={form.errors[`entries.${index}.label`]}
              dragged={dragged}
              drag={setDragged}
              move={move}
              press={press}
              set={set}
            />
          );
        })}
      </ol>
      {isRenamed && (
        <Switch
          label={t('lists.renames')}
          description={t('lists.renamesText')}
          checked={renames}
          onChange={({ currentTarget }) => form.setFieldValue('renames', currentTarget.checked)}
        />
      )}
    </Form>
  );
}

/** Returns the firm's word for an entry: its own, else that of an entry which it never named. */
function wordOf(name: ListName, { value, label }: Pick<Item, 'value' | 'label'>): string {
  const isUnnamed = label.toUpperCase().replace(/\W+/g, '_') === value;
  return isUnnamed ? wordsOf('enums')(`${name}.${value}`, { defaultValue: label }) : label;
}

const entriesOf = (name: ListName, items: readonly Item[]): Entry[] =>
  [...items]
    .sort((a, b) => a.order - b.order)
    .map((item) => ({
      key: item.value,
      value: item.value,
      label: wordOf(name, item),
      isActive: item.isActive,
    }));

/** Returns a value for a new entry: its word in capitals, and unlike those that are there. */
function valueFor(label: string, taken: ReadonlySet<string>): string {
  const plain = foldText(label)
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_');
  const value = plain.replace(/^_|_$/g, '').slice(0, 90) || 'VALUE';
  for (let number = 2; ; number++) {
    const tried = number === 2 ? value : `${value}_${number - 1}`;
    if (!taken.has(tried)) return tried;
  }
}

/** Says whether an entry that was there before has another word now. */
function isNamedAnew(name: ListName, { value, label }: Entry, items: readonly Item[]): boolean {
  const before = items.find((each) => each.value === value);
  return before !== undefined && wordOf(name, before) !== label.trim();
}

/** Returns whether people could be given an entry until now. */
const wasActive = ({ value }: Entry, items: readonly Item[]) =>
  items.some((each) => each.value === value && each.isActive);

/**
 * Returns the whole list as the API takes it. What was not renamed keeps the label that it had; what was
 * gets a value of its new word too, if that is wanted.
 */
function bodyOf(
  name: ListName,
  entries: readonly Entry[],
  items: readonly Item[],
  renames: boolean,
): Body {
  const taken = new Set(items.map(({ value }) => value));
  const free = (label: string) => {
    const value = valueFor(label, taken);
    taken.add(value);
    return value;
  };
  return entries.map((entry, order) => {
    const { label, isActive } = entry;
    const before = items.find((each) => each.value === entry.value);
    const isNew = isNamedAnew(name, entry, items);
    return {
      value: entry.value || free(label),
      ...(isNew && renames ? { newValue: free(label) } : {}),
      label: before && !isNew ? before.label : label.trim(),
      order,
      isActive,
    };
  });
}

/** Returns what the form itself finds wrong: an entry without a word, or two alike. */
function faultsOf(entries: readonly Entry[], t: Words<'firm'>) {
  const seen = new Set<string>();
  const faults = entries.flatMap(({ label }, index) => {
    const plain = foldText(label.trim());
    const isTwice = seen.has(plain);
    seen.add(plain);
    if (plain === '') return [[`entries.${index}.label`, wordsOf('common')('required')]];
    return isTwice ? [[`entries.${index}.label`, t('lists.twice')]] : [];
  });
  return Object.fromEntries(faults) as Record<string, string>;
}
