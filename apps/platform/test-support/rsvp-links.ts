import { expect } from 'vitest';
import type { World } from './world.ts';

type Invited = {
  path: string;
  meetingUuid: string;
  participants: { email: string; participantUuid: string }[];
};

/** Returns the link by which somebody invited under an address answers. */
export function rsvpOf({ path, participants }: Invited, email: string): string {
  const found = participants.find((each) => each.email === email);
  return `${path}/participants/${found?.participantUuid}/rsvp`;
}

/** The mails about a meeting to an address, so far. */
export function mailsAbout(w: World, { meetingUuid }: Pick<Invited, 'meetingUuid'>, to: string) {
  return w.mails.filter(
    (mail) => mail.to === to && mail.calendar?.content.includes(`UID:${meetingUuid}`),
  );
}

/** The links of the last of them, once it is out: to accept, and to decline. */
export async function mailedLinks(w: World, meeting: Invited, to: string): Promise<[URL, URL]> {
  const mails = () => mailsAbout(w, meeting, to);
  await expect.poll(() => mails().length).toBeGreaterThan(0);
  const html = mails().at(-1)?.html ?? '';
  const [accept, decline] = [...html.matchAll(/href="([^"]+\/rsvp\?[^"]+)"/g)].map(
    ([, link]) => new URL((link ?? '').replaceAll('&amp;', '&')),
  );
  if (!accept || !decline) throw new Error('The mail has no links to answer by');
  return [accept, decline];
}
