import { Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconArrowRight,
  IconBolt,
  IconBuilding,
  IconCalendar,
  IconCheckbox,
  IconNote,
  IconSearch,
} from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useWords } from '../i18n/words.ts';
import { useGo } from '../ui/address.ts';
import { Avatar } from '../ui/avatar.tsx';
import type { Found, FoundGroup } from './found.ts';
import classes from './palette.module.css';
import { usePageKeys } from './palette-keys.ts';
import { usePlaces } from './palette-places.ts';
import { useFound, useRecent } from './palette-search.ts';

/** Finds people, households, staff and meetings, goes to pages and begins acts, by keyboard alone. */
export default function Palette({ close }: { close: () => void }) {
  const t = useWords('common');
  return (
    <Modal.Root opened onClose={close} size={600} yOffset="12vh" padding={0}>
      <Modal.Overlay />
      <Modal.Content aria-label={t('searchBox')}>
        <Content close={close} />
      </Modal.Content>
    </Modal.Root>
  );
}

function Content({ close }: { close: () => void }) {
  const t = useWords('common');
  const go = useGo();
  const listId = useId();
  const [text, setText] = useState('');
  const [term] = useDebouncedValue(text.trim(), 150);
  const [at, setAt] = useState(0);
  const pages = usePlaces(text.trim());
  const keys = usePageKeys(text.trim());
  const found = useFound(term);
  const recent = useRecent(text.trim() === '');
  // A row is opened for what stands in the box, never for what stood there before.
  const isAnswered = term === text.trim() && !found.isOld;
  const isSearching = !isAnswered || found.isSearching || recent.isLoading;
  const groups: FoundGroup[] = [
    ...(text.trim() === '' ? [{ name: 'recent', items: recent.items }] : found.groups),
    { name: 'keys', items: keys },
    { name: 'pages', items: pages },
    { name: 'acts', items: found.last },
  ];
  const all = groups.filter(({ items, failed }) => failed || (items?.length ?? 0) > 0);
  const items = all.flatMap((group) => group.items ?? []);
  const active = Math.min(at, Math.max(0, items.length - 1));
  const open = (item: Found | undefined) => {
    if (!item) return;
    close();
    item.run?.();
    if (item.href) void go(item.href);
  };
  const press = (event: KeyboardEvent) => {
    // What an input method composes is its own, Escape too.
    if (event.nativeEvent.isComposing || event.keyCode === 229) {
      event.stopPropagation();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((active + step + items.length) % Math.max(1, items.length));
    }
    if (event.key === 'Enter' && (isAnswered || isOfText(items[active]))) open(items[active]);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search begins at its first row.
  useEffect(() => setAt(0), [term]);
  return (
    <div className={classes.palette}>
      <div className={classes.box}>
        <IconSearch size={18} aria-hidden />
        <input
          // biome-ignore lint/a11y/noAutofocus: the dialog is this box; whoever opened it types.
          autoFocus
          data-autofocus
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={items.length > 0 ? `${listId}-${active}` : undefined}
          aria-label={t('searchBox')}
          placeholder={t('searchBox')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={press}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <div
        id={listId}
        role="listbox"
        aria-label={t('results')}
        aria-busy={isSearching}
        className={classes.list}
      >
        {all.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: groups of options in a listbox have no element of their own.
          <div key={group.name} role="group" aria-label={t(`found.${group.name}`)}>
            <p className={classes.group} aria-hidden>
              {t(`found.${group.name}`)}
            </p>
            {group.failed && <p className={classes.failed}>{t('found.failed')}</p>}
            {group.items?.map((item) => {
              const index = items.indexOf(item);
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the box's, as in every combobox.
                <div
                  key={`${item.href} ${item.label}`}
                  id={`${listId}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  className={classes.item}
                  onClick={() => open(item)}
                  onMouseMove={() => setAt(index)}
                >
                  <Picture item={item} />
                  <span className={classes.label}>{item.label}</span>
                  {item.hint && <span className={classes.hint}>{item.hint}</span>}
                </div>
              );
            })}
          </div>
        ))}
        {items.length === 0 && !isSearching && (
          <p className={classes.nothing}>{t('nothingFound', { text })}</p>
        )}
      </div>
    </div>
  );
}

const pictures = {
  page: IconArrowRight,
  act: IconBolt,
  key: IconBolt,
  organisation: IconBuilding,
  meeting: IconCalendar,
  task: IconCheckbox,
  note: IconNote,
};

/** Returns whether a row is worked out of the text itself, so that it always answers it; an act waits for the search. */
const isOfText = (item: Found | undefined) => item?.kind === 'page' || item?.kind === 'key';

function Picture({ item }: { item: Found }) {
  const Icon = pictures[item.kind as keyof typeof pictures];
  if (Icon) return <Icon size={16} aria-hidden className={classes.icon} />;
  return <Avatar name={item.label} size={24} />;
}
