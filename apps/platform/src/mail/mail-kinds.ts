/** Every mail that the platform sends: a message of no kind cannot be made. */
export const mailKinds = [
  'FIRST_LINK',
  'PASSWORD_RESET',
  'SIGN_IN_CHANGED',
  'LOGIN_CHANGED',
  'CREDENTIAL_CREATED',
  'INVITATION',
  'MEETING_ARRANGED',
  'ANSWER_WORDS',
  'ANSWER_UNMATCHED',
  'MORNING_TASKS',
  'CALENDAR_SUSPENDED',
  'WEBHOOK_DISABLED',
  'DOMAIN_UNPROVED',
  'REPLY_ADDRESS',
  'MAIL_TEST',
  'MAILS_WAITING',
  'LOGINS_ALIKE',
  'TENANT_ENTERED',
] as const;

export type MailKind = (typeof mailKinds)[number];
