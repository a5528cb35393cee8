import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconChecklist, IconPlus, IconSearch, IconX } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ApiError } from '../api.ts';
import { useWords } from '../i18n/words.ts';
import { useKeys } from '../keys.ts';
import type { Href } from '../paths.ts';
import type { Search as Asked } from '../search.ts';
import { showNumber } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Page } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { useIsPhone } from '../ui/phone-width.ts';
import { Empty, ErrorCard, Lines, Read } from '../ui/states.tsx';
import { type Column, DataTable } from '../ui/table.tsx';
import type { Recorded } from './catalogue.ts';
import type { Filter } from './filter.ts';
import { Filters } from './filters.tsx';
import classes from './list.module.css';
import { Download, useDownload } from './list-download.tsx';
import type { ReadFile } from './list-file.ts';
import { type ListName, useListLook } from './list-look.ts';
import { LookMenu } from './list-look-menu.tsx';
import type { ListState } from './list-state.ts';
import { ListViews } from './list-views.tsx';
import type { ViewsOf } from './saved-views.ts';
import { readConditions } from './stated-conditions.ts';
import { Where } from './where.tsx';

const SelectionBar = lazyPart(() => import('./selection-bar.tsx'));

type PageOf<Row> = {
  content: Row[];
  number: number;
  size: number;
  totalElements: number;
  numberOfElements: number;
  first: boolean;
  last: boolean;
};

type Props<Row> = {
  name: ListName;
  state: ListState;
  of: UseQueryResult<PageOf<Row>, ApiError>;
  title: string;
  /** Says how many there are. */
  lead: (total: { count: number; shown: string }) => string;
  find: string;
  filters?: readonly Filter[];
  views?: ViewsOf;
  /** Stands before the search: the tabs of a list that has any. */
  tabs?: ReactNode;
  create?: { label: string; icon?: ReactNode; run: () => void } | undefined;
  /** Acts of the page besides. */
  acts?: ReactNode;
  readFile?: ReadFile;
  /** Offers what can be done with the selected rows, and `keep` of them some; without it none can be selected. */
  bulk?: (rows: readonly Row[], keep: (keys: Set<string>) => void) => ReactNode;
  empty: { icon: ReactNode; title: string; text: string; act?: ReactNode };
  nothing: { title: string; text: string };
  columns: readonly Column<Row>[];
  /** The record whose fields it can be filtered by, besides its menus. */
  record?: Recorded;
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  hrefOf?: (row: Row) => Href;
  card: (row: Row) => ReactNode;
  /** Stands above the rows. */
  above?: (rows: readonly Row[]) => ReactNode;
};

/** A list: to search, filter, sort, page, look at in saved ways and take along as a file. */
export function ListPage<Row>(props: Props<Row>) {
  const { state, of, title, lead, tabs, create, acts, readFile, filters = [], views } = props;
  const { search, change } = state;
  const t = useWords('tables');
  const look = useListLook(props.name, state, props.columns);
  const [selected, setSelected] = useSelection(filters, search);
  const download = useDownload(readFile);
  useKeys(create ? [{ keys: 'n', label: create.label, run: create.run }] : []);
  const total = of.data?.totalElements;
  const isPastEnd = of.data?.content.length === 0 && of.data.number > 0;
  useEffect(() => {
    if (isPastEnd) change({ page: undefined }, { replace: true });
  });
  const select = (keys: Set<string>) => {
    const rows = new Map(of.data?.content.map((row) => [props.keyOf(row), row]));
    const next = new Map<string, Row>();
    for (const key of keys) {
      const row = rows.get(key) ?? (selected.get(key) as Row | undefined);
      if (row) next.set(key, row);
    }
    setSelected(next);
  };
  const isPhone = useIsPhone();
  // Cards of the phone lead to their record; they are chosen when somebody says so.
  const [wantsSelect, setWantsSelect] = useState(false);
  const isSelecting = isPhone && props.bulk !== undefined && (wantsSelect || selected.size > 0);
  const endSelecting = () => {
    setWantsSelect(false);
    setSelected(new Map());
  };
  return (
    <Page
      title={title}
      lead={total === undefined ? ' ' : lead({ count: total, shown: showNumber(total) })}
      acts={
        <>
          {acts}
          {readFile && <Download of={download} columns={look.columns} />}
          {create && (
            <Button
              leftSection={create.icon ?? <IconPlus size={16} aria-hidden />}
              onClick={create.run}
            >
              {create.label}
            </Button>
          )}
        </>
      }
    >
      {download.failed && <ErrorCard {...download.failed} />}
      <div className={classes.tools}>
        {tabs}
        <Search label={props.find} state={state} />
        <div className={classes.end}>
          {isPhone && props.bulk && (
            <Button
              variant="default"
              size="xs"
              className={classes.tool}
              data-on={isSelecting || undefined}
              aria-pressed={isSelecting}
              leftSection={<IconChecklist size={15} aria-hidden />}
              onClick={() => (isSelecting ? endSelecting() : setWantsSelect(true))}
            >
              {t('select')}
            </Button>
          )}
          {views && <ListViews of={views} state={state} />}
          <LookMenu look={look} shown={look.columns.map(({ key }) => key)} all={props.columns} />
        </div>
        {filters.length > 0 && (
          <div className={classes.filters}>
            <Filters filters={filters} />
            {props.record && <Where record={props.record} filters={filters} />}
          </div>
        )}
      </div>
      <Read of={of} skeleton={<Lines count={12} height={28} />}>
        {(page) =>
          page.totalElements === 0 ? (
            <Nothing {...props} />
          ) : (
            <>
              {props.above?.(page.content)}
              <DataTable
                caption={title}
                columns={look.columns}
                rows={page.content}
                keyOf={props.keyOf}
                nameOf={props.nameOf}
                {...(props.hrefOf ? { hrefOf: props.hrefOf } : {})}
                card={props.card}
                isDense={look.isDense}
                sort={state.sort}
                onSort={(sort) => change({ sort, page: undefined })}
                isSelecting={isSelecting}
                {...(props.bulk ? { selected: new Set(selected.keys()), onSelect: select } : {})}
              />
              <Pager
                page={page}
                go={(number) => change({ page: number === 0 ? undefined : String(number + 1) })}
              />
            </>
          )
        }
      </Read>
      {props.bulk && selected.size > 0 && (
        <SelectionBar count={selected.size} clear={endSelecting}>
          {readFile && (
            <Download of={download} columns={look.columns} keys={[...selected.keys()]} />
          )}
          {props.bulk([...selected.values()] as Row[], select)}
        </SelectionBar>
      )}
    </Page>
  );
}

/** Keeps the selected rows from page to page; other filters begin anew. */
function useSelection(filters: readonly Filter[], search: Asked) {
  const [selected, setSelected] = useState(new Map<string, unknown>());
  const asked = JSON.stringify([search.q, search.where, ...filters.map(({ key }) => search[key])]);
  const before = useRef(asked);
  useEffect(() => {
    if (before.current !== asked) setSelected(new Map());
    before.current = asked;
  }, [asked]);
  return [selected, setSelected] as const;
}

/** The box that searches while one types. What the address says comes into it, as when a view is chosen. */
function Search({ label, state: { search, change } }: { label: string; state: ListState }) {
  const asked = search.q ?? '';
  const [text, setText] = useState(asked);
  const sent = useRef(asked);
  const type = useDebouncedCallback((q: string) => {
    sent.current = q;
    change({ q: q || undefined, page: undefined }, { replace: true });
  }, 250);
  useEffect(() => {
    if (asked !== sent.current) setText(asked);
    sent.current = asked;
  }, [asked]);
  return (
    <TextInput
      className={classes.find}
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        type(event.currentTarget.value.trim());
      }}
    />
  );
}

/** Says of a list without rows what it is for, or which filters leave nothing, each to be taken away. */
function Nothing<Row>({ state, filters = [], empty, nothing }: Props<Row>) {
  const { search, change } = state;
  const t = useWords('tables');
  const common = useWords('common');
  const clear = (key: string) => change({ [key]: undefined, page: undefined });
  const active = filters.filter(({ key }) => search[key]);
  const conditions = readConditions(search.where).length;
  if (active.length === 0 && conditions === 0 && !search.q) return <Empty {...empty} />;
  const chips = [
    ...(search.q ? [{ key: 'q', name: `“${search.q}”` }] : []),
    ...active.map(({ key, label, options }) => {
      const value = options.find((each) => each.value === search[key])?.label ?? search[key];
      return { key, name: `${label}: ${value}` };
    }),
    ...(conditions > 0 ? [{ key: 'where', name: t('where.count', { count: conditions }) }] : []),
  ];
  return (
    <Empty
      icon={empty.icon}
      title={nothing.title}
      text={nothing.text}
      act={
        <div className={classes.chips}>
          {chips.map(({ key, name }) => (
            <Button
              key={key}
              size="xs"
              variant="default"
              rightSection={<IconX size={14} aria-hidden />}
              aria-label={common('filters.clearOne', { name })}
              onClick={() => clear(key)}
            >
              {name}
            </Button>
          ))}
        </div>
      }
    />
  );
}
