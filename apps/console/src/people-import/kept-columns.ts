type Named = { name: string };
/** Holds what was said of columns, by their names: null of one that was left out. */
export type SaidOfColumns<F extends string> = Readonly<Record<string, F | null>>;

/** Returns what was said of each column of a file, over what was said of others before. */
export const saidOfColumns = <F extends string>(
  columns: readonly Named[],
  held: readonly (F | null)[],
  before: SaidOfColumns<F> = {},
): SaidOfColumns<F> => ({
  ...before,
  ...Object.fromEntries(columns.map(({ name }, at) => [name, held[at] ?? null])),
});

/** Returns the field of each column: what was said of one of that name, else the guess, each field once. */
export function heldOf<F extends string>(
  columns: readonly Named[],
  said: SaidOfColumns<F>,
  guesses: readonly (F | null)[],
): (F | null)[] {
  const isSaid = ({ name }: Named) => Object.hasOwn(said, name);
  const taken = new Set<F>();
  const held = new Map<number, F>();
  const take = (at: number, field: F | null | undefined) => {
    if (!field || taken.has(field)) return;
    taken.add(field);
    held.set(at, field);
  };
  for (const [at, column] of columns.entries()) if (isSaid(column)) take(at, said[column.name]);
  for (const [at, column] of columns.entries()) if (!isSaid(column)) take(at, guesses[at]);
  return columns.map((_column, at) => held.get(at) ?? null);
}
