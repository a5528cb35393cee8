import { createHash } from 'node:crypto';
import type { Tx } from '../../database/transaction.ts';
import { toLanguage } from '../../mail/languages.ts';
import { webLink } from '../invitations/icalendar.ts';
import { titleOf } from '../invitations/message.ts';
import { type FeedEntry, type FeedOwner, findFeedState, listFeedEntries } from './queries.ts';
import { toFeed } from './to-feed.ts';

/**
 * Returns the entity tag of a user's feed without building it. `release` names the program that builds
 * it, and stands with the rules of time zones for all that is not the user's.
 */
export async function findFeedTag(tx: Tx, owner: FeedOwner, release: string): Promise<string> {
  const state = await findFeedState(tx, owner);
  const parts = [release, process.versions.tz, owner.tenantName, owner.language, state];
  return `"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}"`;
}

/**
 * Reads a user's feed and its tag. What changes between the two is in the feed and not in the tag, so
 * that the next reading brings it again.
 */
export async function readFeed(tx: Tx, owner: FeedOwner, release: string) {
  const etag = await findFeedTag(tx, owner, release);
  return { etag, entries: await listFeedEntries(tx, owner) };
}

/** Returns a user's feed, without internal notes, passwords and other people's names. */
export function buildFeed(owner: FeedOwner, entries: readonly FeedEntry[]): Promise<string> {
  const language = toLanguage(owner.language);
  return toFeed(
    owner.tenantName,
    entries.map((entry) => {
      const link = statedLink(entry.link);
      return {
        ...entry,
        link,
        title: titleOf(entry.title, language),
        location: entry.location ?? link,
        description: [entry.description, entry.meetingInformation, link]
          .filter(Boolean)
          .join('\n\n'),
      };
    }),
  );
}

/** Returns a meeting's link, unless it is an address that is none of the web's. */
function statedLink(link: string | null): string | null {
  return link && URL.canParse(link) ? webLink(link) && link : link;
}
