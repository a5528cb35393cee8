import { credentialMail } from './auth/credentials/credential-mail.ts';
import { firstLinkMail, passwordResetMail } from './auth/link-mails.ts';
import { loginChangeMail } from './auth/login-change-mail.ts';
import { factorMail } from './auth/second-factor/factor-mail.ts';
import { suspensionMail } from './calendar/import/suspension-mail.ts';
import type { Config } from './config.ts';
import { mailsWaitingMail } from './mail/mails-waiting-mail.ts';
import type { MailDefinitions } from './mail/outbox/define-mail.ts';
import { replyAddressMail } from './mail-settings/reply-address-mail.ts';
import { testMail } from './mail-settings/test-mail.ts';
import { hostMail } from './meetings/invitations/host-mail.ts';
import { invitationMail } from './meetings/invitations/invitation-mail.ts';
import { answerMail, unmatchedMail } from './meetings/rsvp/host-told.ts';
import { loginsAlikeMail } from './staff/logins-alike-mail.ts';
import { tenantEnteredMail } from './staff/tenant-entered-mail.ts';
import { unprovedDomainMail } from './staff/unproved-domain-mail.ts';
import { morningMail } from './tasks/morning-mail/morning-mail.ts';
import { createUnsubscribeLinks } from './tasks/morning-mail/unsubscribe-links.ts';
import { disabledMail } from './webhook-endpoints/delivery/disabled-mail.ts';

/** Returns every kind of mail that the platform sends. */
export const allMails = (config: Pick<Config, 'secretKeys' | 'mail'>): MailDefinitions => ({
  FIRST_LINK: firstLinkMail,
  PASSWORD_RESET: passwordResetMail,
  SIGN_IN_CHANGED: factorMail,
  LOGIN_CHANGED: loginChangeMail,
  CREDENTIAL_CREATED: credentialMail,
  INVITATION: invitationMail(config),
  MEETING_ARRANGED: hostMail,
  ANSWER_WORDS: answerMail,
  ANSWER_UNMATCHED: unmatchedMail,
  MORNING_TASKS: morningMail(createUnsubscribeLinks(config.secretKeys)),
  CALENDAR_SUSPENDED: suspensionMail,
  WEBHOOK_DISABLED: disabledMail,
  DOMAIN_UNPROVED: unprovedDomainMail,
  REPLY_ADDRESS: replyAddressMail,
  MAIL_TEST: testMail,
  MAILS_WAITING: mailsWaitingMail,
  LOGINS_ALIKE: loginsAlikeMail,
  TENANT_ENTERED: tenantEnteredMail,
});
