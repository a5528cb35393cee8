/** JSON of rows, by what names the version of each. */
export type HeldRows = ReadonlyMap<string, string>;

type Page = { rows: HeldRows; characters: number; keptAt: number };

const longestKey = 4000;
const none: HeldRows = new Map();

/**
 * Pages as they were answered last, by a key that names the page and all that it depends on. Rows
 * never become wrong, since a changed one has another version; but which of them a page has now,
 * and who may see them, only the database tells. The least used are forgotten, and everything after
 * a minute.
 */
export function createPageMemory({ characters = 8_000_000, lifeMs = 60_000 } = {}) {
  const pages = new Map<string, Page>();
  let held = 0;

  function take(key: string): Page | undefined {
    const page = pages.get(key);
    if (!pages.delete(key)) return undefined;
    held -= page?.characters ?? 0;
    return page;
  }

  function put(key: string, page: Page): void {
    pages.set(key, page);
    held += page.characters;
  }

  const isOld = ({ keptAt }: Page, now: number) => now - keptAt > lifeMs;

  function find(key: string): HeldRows {
    const page = take(key);
    if (!page || isOld(page, performance.now())) return none;
    put(key, page);
    return page.rows;
  }

  function keep(key: string, rows: HeldRows): void {
    if (key.length > longestKey) return;
    const now = performance.now();
    let length = key.length;
    for (const [version, json] of rows) length += version.length + json.length;
    take(key);
    put(key, { rows, characters: length, keptAt: now });
    for (const [oldest, page] of pages) {
      if (held <= characters && !isOld(page, now)) break;
      take(oldest);
    }
  }

  /** For when the database may have gone back, as after a crash. */
  function forget(): void {
    pages.clear();
    held = 0;
  }

  return { find, keep, forget };
}
