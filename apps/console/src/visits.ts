import type { Href } from './paths.ts';
import { patterns } from './paths.ts';

/** A record that was looked at, kept in memory only: it ends with the page or the session. */
export type Visit = { kind: 'person' | 'household' | 'meeting'; href: Href; label: string };

const most = 8;
let visits: readonly Visit[] = [];

/** Notes that a page was opened, when it is one of a person, a household or a meeting. */
export function noteVisit(href: Href, label: string) {
  const kind = (['person', 'household', 'meeting'] as const).find((name) => {
    const [folder = ''] = patterns[name].slice(1).split('/$');
    return new RegExp(`^/${folder}/[0-9a-f-]{36}$`).test(href);
  });
  if (!kind) return;
  visits = [{ kind, href, label }, ...visits.filter((each) => each.href !== href)].slice(0, most);
}

/** Returns the records that were looked at, the latest first. */
export const recentVisits = () => visits;

export function forgetVisits() {
  visits = [];
}
