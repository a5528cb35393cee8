/** The people of the list that was looked at last: a record leads to the next and the one before. */
let shown: { uuids: readonly string[]; from: number; total: number } | undefined;

export function rememberList(uuids: readonly string[], from: number, total: number) {
  shown = { uuids, from, total };
}

/** Returns who stands before and after a person in that list, and at which place the person does. */
export function neighboursOf(uuid: string) {
  const at = shown?.uuids.indexOf(uuid) ?? -1;
  if (!shown || at < 0) return {};
  return {
    before: shown.uuids[at - 1],
    after: shown.uuids[at + 1],
    position: shown.from + at + 1,
    total: shown.total,
  };
}
