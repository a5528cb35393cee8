import { type CallOptions, callerOf, type Input } from './calls.ts';
import { type ClientOptions, connectionTo } from './connection.ts';
import type { ErrorClasses } from './errors.ts';
import { paged } from './pages.ts';
import type { Table } from './table.ts';

/** Returns the class of clients of the operations in a table, one object of functions for each area. */
export function clientOf(table: Table, classes: ErrorClasses) {
  return class Atrium {
    constructor(options: ClientOptions) {
      const call = callerOf(connectionTo(options, classes));
      for (const [area, operations] of Object.entries(table)) {
        const functions = Object.entries(operations).map(([id, row]) => [
          id,
          (input?: Input, callOptions?: CallOptions) =>
            row.cursor ? paged(call, row, input, callOptions) : call(row, input, callOptions),
        ]);
        Object.assign(this, { [area]: Object.fromEntries(functions) });
      }
    }
  };
}
