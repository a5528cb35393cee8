import { Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useWords } from '../i18n/words.ts';
import { useKeys } from '../keys.ts';
import type { Href } from '../paths.ts';
import { useGo } from './address.ts';
import { Link } from './link.tsx';
import { useIsPhone } from './phone-width.ts';
import classes from './table.module.css';

export type Column<Row> = {
  key: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** The property the server sorts by, when the column can be sorted. */
  sort?: string;
  /** The columns of the list's file that hold the same. */
  fields?: readonly string[];
  isNumber?: boolean;
  width?: string;
  /** Shown when a person chooses it only. */
  isOptional?: boolean;
};

type Props<Row> = {
  /** The table's name for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  /** Shows where the whole row leads. */
  hrefOf?: (row: Row) => Href;
  /** The row on the phone: a card of two lines. */
  card: (row: Row) => ReactNode;
  /** Makes rows lower, so that more are in sight. */
  isDense?: boolean;
  sort?: string | undefined;
  onSort?: (sort: string) => void;
  selected?: ReadonlySet<string>;
  onSelect?: (selected: Set<string>) => void;
  /** Says of the cards of the phone that they are chosen rather than opened. */
  isSelecting?: boolean;
};

/** A list as a table, and as cards on the phone. `j` and `k` go from row to row, `x` selects, Enter opens. */
export function DataTable<Row>(props: Props<Row>) {
  const t = useWords('common');
  const body = useRef<HTMLDivElement>(null);
  const isPhone = useIsPhone();
  const rowsNow = () => [...(body.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const step = (by: number) => {
    const all = rowsNow();
    const at = all.findIndex((row) => row.contains(document.activeElement));
    const next = all[Math.max(0, Math.min(all.length - 1, at + by))];
    next?.querySelector<HTMLElement>('[data-row-focus]')?.focus();
  };
  const toggleFocused = () => {
    const row = rowsNow().find((each) => each.contains(document.activeElement));
    if (row?.dataset.row) toggle(props, row.dataset.row);
  };
  useKeys([
    { keys: 'j', label: t('table.down'), group: 'list', run: () => step(1) },
    { keys: 'k', label: t('table.up'), group: 'list', run: () => step(-1) },
    ...(props.onSelect
      ? [{ keys: 'x', label: t('table.mark'), group: 'list' as const, run: toggleFocused }]
      : []),
  ]);
  const rows = useInSight(props.rows);
  return (
    <div ref={body}>
      {isPhone ? <Cards {...props} rows={rows} /> : <Rows {...props} rows={rows} />}
    </div>
  );
}

/** Returns the rows that are in sight when a table is first drawn, and all of them as soon as those stand there. */
function useInSight<Row>(rows: readonly Row[]): readonly Row[] {
  const count = useDeferredValue(rows.length, Math.min(rows.length, mostInSight));
  return rows.slice(0, count);
}
/** As many low rows as fit on a laptop. */
const mostInSight = 20;

function toggle<Row>({ selected, onSelect }: Props<Row>, key: string) {
  const next = new Set(selected);
  if (!next.delete(key)) next.add(key);
  onSelect?.(next);
}

function Cards<Row>(props: Props<Row>) {
  const { rows, keyOf, nameOf, hrefOf, card, caption, selected, isSelecting } = props;
  const t = useWords('common');
  return (
    <ul className={classes.cards} aria-label={caption}>
      {rows.map((row) => (
        <li
          key={keyOf(row)}
          data-row={keyOf(row)}
          data-selected={(isSelecting && selected?.has(keyOf(row))) || undefined}
        >
          {isSelecting ? (
            <label className={classes.pick}>
              <Checkbox
                aria-label={t('table.select', { name: nameOf(row) })}
                checked={selected?.has(keyOf(row)) ?? false}
                onChange={() => toggle(props, keyOf(row))}
                data-row-focus
              />
              <span className={classes.picked}>{card(row)}</span>
            </label>
          ) : hrefOf ? (
            <Link href={hrefOf(row)} className={classes.card} data-row-focus>
              {card(row)}
            </Link>
          ) : (
            <div className={classes.card}>{card(row)}</div>
          )}
        </li>
      ))}
    </ul>
  );
}

function Rows<Row>(props: Props<Row>) {
  const { caption, columns, rows, keyOf, isDense, sort, onSort, selected, onSelect } = props;
  const t = useWords('common');
  const frame = useRef<HTMLDivElement>(null);
  const isWide = useIsWide(frame);
  const isAll = rows.length > 0 && rows.every((row) => selected?.has(keyOf(row)));
  const selectPage = () => {
    const others = [...(selected ?? [])].filter((key) => rows.every((row) => keyOf(row) !== key));
    onSelect?.(new Set([...others, ...(isAll ? [] : rows.map(keyOf))]));
  };
  return (
    <div ref={frame} className={classes.frame} data-wide={isWide || undefined}>
      <table className={classes.table} data-dense={isDense || undefined}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {onSelect && (
              <th scope="col" className={classes.check}>
                <Checkbox
                  size="xs"
                  aria-label={t('table.selectAll')}
                  checked={isAll}
                  indeterminate={!isAll && (selected?.size ?? 0) > 0}
                  onChange={selectPage}
                />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <BodyRow key={keyOf(row)} {...props} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Returns whether a table is wider than its place: it then scrolls by itself, and its head with it. */
function useIsWide(frame: RefObject<HTMLDivElement | null>): boolean {
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    const place = frame.current;
    const table = place?.firstElementChild;
    if (!place || !table) return;
    const look = () => setWide(table.scrollWidth > place.clientWidth);
    const observer = new ResizeObserver(look);
    observer.observe(place);
    observer.observe(table);
    return () => observer.disconnect();
  }, [frame]);
  return isWide;
}

type HeadProps<Row> = {
  column: Column<Row>;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
};

function Head<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const [property, direction] = (sort ?? '').split(',');
  const isOn = column.sort !== undefined && property === column.sort;
  const Icon = direction === 'desc' ? IconArrowDown : IconArrowUp;
  const next = `${column.sort},${isOn && direction === 'asc' ? 'desc' : 'asc'}`;
  return (
    <th
      scope="col"
      data-number={column.isNumber || undefined}
      style={column.width ? { width: column.width } : undefined}
      aria-sort={isOn ? (direction === 'desc' ? 'descending' : 'ascending') : undefined}
    >
      {column.sort && onSort ? (
        <button
          type="button"
          className={classes.sort}
          data-on={isOn || undefined}
          onClick={() => onSort(next)}
        >
          {column.label}
          <Icon size={13} aria-hidden />
        </button>
      ) : (
        column.label
      )}
    </th>
  );
}

const isMiddle = (event: MouseEvent | KeyboardEvent) => 'button' in event && event.button === 1;

function BodyRow<Row>(props: Props<Row> & { row: Row }) {
  const { row, columns, keyOf, nameOf, hrefOf, selected, onSelect } = props;
  const t = useWords('common');
  const go = useGo();
  const key = keyOf(row);
  const open = (event: MouseEvent | KeyboardEvent) => {
    // Links, buttons and fields within the row keep their own act.
    if (!hrefOf || (event.target as Element).closest('a, button, input, label, [role=option]'))
      return;
    // Who marks text reads on, and a new tab is asked for as of any link.
    if (getSelection()?.toString()) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || isMiddle(event))
      window.open(hrefOf(row), '_blank', 'noopener');
    else void go(hrefOf(row));
  };
  return (
    <tr
      data-row={key}
      data-selected={selected?.has(key) || undefined}
      data-link={hrefOf ? true : undefined}
      onClick={open}
      onAuxClick={(event) => isMiddle(event) && open(event)}
    >
      {onSelect && (
        <td className={classes.check}>
          <Checkbox
            size="xs"
            aria-label={t('table.select', { name: nameOf(row) })}
            checked={selected?.has(key) ?? false}
            onChange={() => toggle(props, key)}
          />
        </td>
      )}
      {columns.map((column, index) =>
        index === 0 ? (
          <th key={column.key} scope="row">
            {hrefOf ? (
              <Link href={hrefOf(row)} className={classes.rowLink} data-row-focus>
                {column.cell(row)}
              </Link>
            ) : (
              column.cell(row)
            )}
          </th>
        ) : (
          <td key={column.key} data-number={column.isNumber || undefined}>
            {column.cell(row)}
          </td>
        ),
      )}
    </tr>
  );
}
