/** The kind of a field's values: how they compare, and the type as which PostgreSQL reads them. */
export const casts = {
  text: 'text',
  enum: 'text',
  uuid: 'uuid',
  boolean: 'boolean',
  integer: 'bigint',
  number: 'numeric',
  date: 'date',
  time: 'timestamptz',
  localTime: 'timestamp',
} as const;

export type FieldType = keyof typeof casts;

/**
 * A field that a list can be filtered and sorted by, and the column behind it. Of one that is
 * never null an index serves both directions; else descending means nulls last.
 */
export type ListField = {
  column: string;
  type: FieldType;
  notNull?: boolean;
  /**
   * The columns to sort a text by: the one that holds it folded and is never null, then those that break ties.
   * Behind the wall such a column can be searched through an index, and `fold(column)` cannot.
   */
  sortedBy?: readonly string[];
  /** True when an index holds the rows in the order of this field. */
  indexed?: true;
  /**
   * States, for a field with any number of values, the rows that hold them, as SQL from `from` to the last
   * condition. It is met when one of them is, its negation when none is; and nothing sorts by it.
   */
  among?: string;
};

/** The allow-list of a list's fields: what is not in it is a 400. */
export type ListFields = Readonly<Record<string, ListField>>;

/** Looks a field up without reaching into the prototype. */
export function findField(fields: ListFields, name: string): ListField | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}
