import { type Columns, type Fragment, joined, toSnake } from '@atrium/kit/sql.ts';
import type { Tx } from './transaction.ts';

/** Returns the condition that a row has, in any of the columns, another value than the one that is to be written. */
export function differs(tx: Tx, columns: Columns): Fragment {
  const names = joined(Object.keys(columns).map((name) => tx(toSnake(name))));
  const values = joined(Object.values(columns).map((value) => tx`${value}`));
  return tx`row(${names}) is distinct from row(${values})`;
}
