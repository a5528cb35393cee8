import { useEffect, useState } from 'react';
import { ApiError } from '../api.ts';

type Kind = 'people' | 'households';
type Shown = {
  uuids: readonly string[];
  /** The number of the page, from 0, its size, and how many rows there are in all. */
  page: number;
  size: number;
  total: number;
  /** Reads another page of the same list. */
  read: (page: number) => Promise<readonly string[]>;
};

/** The lists that were looked at last: a record leads to the next and the one before. */
const shown: Partial<Record<Kind, Shown>> = {};

type PageOf<Row> = { content: Row[]; number: number; size: number; totalElements: number };

/** Keeps a list in mind, so that the page of a record leads to the next one and the one before. */
export function useRemembered<Row>(
  kind: Kind,
  page: PageOf<Row> | undefined,
  uuidOf: (row: Row) => string,
  read: (page: number) => Promise<PageOf<Row>>,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page is read by what was asked for when it came.
  useEffect(() => {
    if (!page) return;
    shown[kind] = {
      uuids: page.content.map(uuidOf),
      page: page.number,
      size: page.size,
      total: page.totalElements,
      read: async (number) => (await read(number)).content.map(uuidOf),
    };
  }, [page]);
}

/** Returns where a record stands in the list that was looked at last, and a way to the others. */
export function useNeighbours(kind: Kind, uuid: string, go: (uuid: string) => void) {
  const [isReading, setReading] = useState(false);
  const list = shown[kind];
  const at = list?.uuids.indexOf(uuid) ?? -1;
  if (!list || at < 0) return undefined;
  const position = list.page * list.size + at + 1;
  const step = async (by: 1 | -1) => {
    if (isReading || position + by < 1 || position + by > list.total) return;
    const near = list.uuids[at + by];
    if (near) return go(near);
    setReading(true);
    try {
      const page = list.page + by;
      const uuids = await list.read(page);
      const next = uuids.at(by === 1 ? 0 : -1);
      if (!next) return;
      shown[kind] = { ...list, page, uuids };
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
