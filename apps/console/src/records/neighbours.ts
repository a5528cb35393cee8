import { useEffect, useState } from 'react';
import { ApiError, call } from '../api.ts';
import { keepDraft, readDraft } from '../forms/drafts.ts';
import { getSession } from '../session.ts';
import { enteredTenant } from '../tenant.ts';

const lists = {
  people: { id: 'filterContacts', key: 'contactUuid' },
  households: { id: 'filterHouseholds', key: 'householdUuid' },
} as const;

export type ListKind = keyof typeof lists;
type PageOf = { content: readonly object[]; number: number; size: number; totalElements: number };
type Shown = {
  uuids: readonly string[];
  /** The number of the page, from 0, its size, and how many rows there are in all. */
  page: number;
  size: number;
  total: number;
  /** Says what was asked for, so that another page of the same list can be read. */
  body: object;
};

// A draft is this tab's and this person's, and goes when they sign out; a list is of one firm besides.
const nameOf = (kind: ListKind) =>
  `list:${kind}:${enteredTenant() ?? getSession()?.user.tenantUuid}`;

const uuidsIn = (kind: ListKind, { content }: PageOf): string[] =>
  content.map((row) => String((row as Record<string, unknown>)[lists[kind].key]));

/** Keeps in mind which list was looked at last: the page of a record leads to the next one and the one before. */
export function useRemembered(kind: ListKind, page: PageOf | undefined, body: object) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page is read by what was asked for when it came.
  useEffect(() => {
    if (!page) return;
    const { number, size, totalElements: total } = page;
    const shown: Shown = { uuids: uuidsIn(kind, page), page: number, size, total, body };
    keepDraft(nameOf(kind), shown);
  }, [page]);
}

/** Returns where a record stands in the list that was looked at last, and a way to the others. */
export function useNeighbours(kind: ListKind, uuid: string, go: (uuid: string) => void) {
  const [isReading, setReading] = useState(false);
  const list = readDraft<Shown>(nameOf(kind));
  const at = list?.uuids.indexOf(uuid) ?? -1;
  if (!list || at < 0) return undefined;
  const position = list.page * list.size + at + 1;
  const step = async (by: 1 | -1) => {
    if (isReading || position + by < 1 || position + by > list.total) return;
    const near = list.uuids[at + by];
    if (near) return go(near);
    setReading(true);
    try {
      const body = { ...list.body, page: list.page + by };
      const page: PageOf = await call(lists[kind].id, { body });
      const uuids = uuidsIn(kind, page);
      const next = uuids.at(by === 1 ? 0 : -1);
      if (!next) return;
      keepDraft(nameOf(kind), { ...list, page: page.number, total: page.totalElements, uuids });
      go(next);
    } catch (error) {
      // The list cannot be read now: one stays where one is, and can try again.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setReading(false);
    }
  };
  return { position, total: list.total, step };
}
