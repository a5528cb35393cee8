import type { AnswerOf } from '../api.ts';

type Health = AnswerOf<'getPlatformHealth'>;
type Queue = Health['queues'][number];

/** The seconds from which work is late, as the alerts of the platform have them. */
const late: Readonly<Record<Queue['name'], number>> = {
  JOBS: 900,
  MAILS: 900,
  WEBHOOKS: 900,
  CALENDARS: 900,
  ANALYTICS: 300,
  AUDIT_TRAIL: 60,
};
const oldBackup = 93_600;

export const isLate = ({ name, lagSeconds }: Queue) => (lagSeconds ?? 0) > late[name];
export const isOld = ({ ageSeconds }: NonNullable<Health['backup']>) => ageSeconds > oldBackup;

/** Returns whether the platform needs somebody now, may soon, or does its work. */
export function toneOf({ isPaused, queues, backup, brokenAuditTrails }: Health) {
  if (isPaused || brokenAuditTrails > 0 || queues.some(isLate)) return 'bad';
  if (backup && isOld(backup)) return 'bad';
  const isWarned = !backup || queues.some(({ failed }) => failed);
  return isWarned ? 'warn' : 'good';
}
