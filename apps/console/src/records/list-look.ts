import { useIsLaptop } from '../ui/phone-width.ts';
import { usePreference } from '../ui/preferences.ts';
import type { Column } from '../ui/table.tsx';
import type { ListState } from './list-state.ts';

export type ListName =
  | 'people'
  | 'households'
  | 'meetings'
  | 'organisations'
  | 'tasks'
  | 'trash'
  | 'team'
  | 'partners'
  | 'firms';
type Density = 'normal' | 'dense';
type Chosen = Partial<Record<ListName, string[]>>;

/** Returns the columns to show and the height of rows: by the address, else as the person chose, else as usual. */
export function useListLook<Row>(
  name: ListName,
  { search, change }: ListState,
  columns: readonly Column<Row>[],
) {
  const [chosen, setChosen] = usePreference<Chosen>('columns');
  const [density, setDensity] = usePreference<Density>('density');
  const isLaptop = useIsLaptop();
  const known = (keys: readonly string[] | undefined) => {
    const own = keys?.filter((key) => columns.some((column) => column.key === key));
    return own && own.length > 0 ? own : undefined;
  };
  const usual = columns.filter(({ isOptional }) => !isOptional).map(({ key }) => key);
  const keys = known(search.columns?.split(',')) ?? known(chosen?.[name]) ?? usual;
  const [first] = columns;
  return {
    // What names the row stays.
    columns: columns.filter((column) => column === first || keys.includes(column.key)),
    isDense: density === undefined ? isLaptop : density === 'dense',
    setDense: (isDense: boolean) => setDensity(isDense ? 'dense' : 'normal'),
    setColumns: (next: string[] | undefined) => {
      setChosen({ ...chosen, [name]: next });
      if (search.columns) change({ columns: next?.join() }, { replace: true });
    },
  };
}

export type ListLook<Row> = ReturnType<typeof useListLook<Row>>;

export type LookProps = {
  look: Pick<ListLook<unknown>, 'isDense' | 'setDense' | 'setColumns'>;
  /** The columns that are shown, and all there are, by key and word. */
  shown: readonly string[];
  all: readonly Pick<Column<unknown>, 'key' | 'label' | 'isOptional'>[];
};
