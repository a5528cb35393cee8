/** Returns what a list of the console asks of a page, in an order. */
export const pageOf = (page: number, sort: string) => ({ page, size: 50, sort: [sort] });

/** Returns whether an address states nothing of a list, so that all of it is shown. */
export const isPlain = (search: Readonly<Record<string, string>>): boolean =>
  Object.keys(search).length === 0;

/** Returns what a list asks at its plain address: the first page of all. */
export const plainQuestion = (sort: string) => ({ filters: [], ...pageOf(0, sort) });

/** The usual order of lists that are asked for ahead. */
export const usualSort = {
  people: 'updatedAt,desc',
  households: 'name,asc',
  tasks: 'dueDate,asc',
} as const;
