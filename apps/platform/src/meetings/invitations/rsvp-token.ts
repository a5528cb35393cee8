import { timingSafeEqual } from 'node:crypto';
import { hashOpaqueToken } from '../../auth/opaque-token.ts';
import { createMacs, type KeyRing } from '../../database/key-ring.ts';

/** The participant who answers, and the meeting. */
export type Invited = { meetingUuid: string; participantUuid: string };

/**
 * Returns the secret of a participant's mailed links, derived from the platform's secret key. Every mail to
 * the participant carries the same, so that links of earlier mails go on working: that of the key by which
 * the first one was made, as the stored hash tells, for as long as the key is given.
 */
export function rsvpToken(
  secretKeys: KeyRing,
  { meetingUuid, participantUuid }: Invited,
  storedHash: Buffer | null,
): string {
  const macs = createMacs(secretKeys).all(['rsvp', meetingUuid, participantUuid].join('\n'));
  const [first = '', ...others] = macs.map((mac) => mac.toString('base64url'));
  return others.find((token) => isRsvpToken(token, storedHash)) ?? first;
}

/** Returns whether a token is the one whose hash was stored; none was before the first mail went out. */
export function isRsvpToken(token: string, storedHash: Buffer | null): boolean {
  const given = hashOpaqueToken(token);
  return (
    storedHash !== null && given.length === storedHash.length && timingSafeEqual(given, storedHash)
  );
}

/** Returns the address at which a participant answers. */
export function rsvpPath({ meetingUuid, participantUuid }: Invited): string {
  return `/api/v1/meetings/${meetingUuid}/participants/${participantUuid}/rsvp`;
}

/** Returns the links of a mail: each opens a page that asks, since mail scanners open links too. */
export function rsvpLinks(origin: string, invited: Invited, token: string) {
  const link = (status: 'ACCEPTED' | 'DECLINED') =>
    `${origin}${rsvpPath(invited)}?${new URLSearchParams({ status, confirm: '1', token })}`;
  return { accept: link('ACCEPTED'), decline: link('DECLINED') };
}
