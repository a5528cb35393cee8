import { StoreError, type StoreWriter, storeCodes } from './store.ts';

/** Returns the same writer, whose statements are refused with a sentence while `isHeld` says no. */
export function guardWriter(
  inner: StoreWriter,
  isHeld: () => boolean,
  refusal: string,
): StoreWriter {
  const held = async () => {
    if (!isHeld()) throw new StoreError(storeCodes.unknown, new Error(refusal));
  };
  return {
    command: (sql) => held().then(() => inner.command(sql)),
    select: (sql) => held().then(() => inner.select(sql)),
    load: (table, lines, token) => held().then(() => inner.load(table, lines, token)),
  };
}
