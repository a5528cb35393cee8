/** Names the reason for which a mail changed nothing. */
export const ignoredReasons = [
  'NO_CALENDAR',
  'NOT_A_REPLY',
  'NO_ANSWER',
  'SENDER_MISMATCH',
  'NOT_INVITED',
  'OUTDATED',
  'MEETING_CANCELED',
  'MEETING_OVER',
] as const;
export type IgnoredReason = (typeof ignoredReasons)[number];
