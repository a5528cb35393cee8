import type { JWK } from 'jose';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { checkChains } from './audit/check-chains.ts';
import { createViewedRecords } from './audit/viewed-records.ts';
import { createCredentialMail } from './auth/credentials/credential-mail.ts';
import { createCredentialsMail } from './auth/credentials-mail.ts';
import { endAtDomain, endAtTakenDomains } from './auth/end-at-domains.ts';
import { createLoginChanges } from './auth/login-changes/mail-login-changes.ts';
import { loginChanges } from './auth/login-changes/note-login-change.ts';
import { createPasswordResets } from './auth/request-password-reset.ts';
import { createSecondFactor } from './auth/second-factor/second-factor.ts';
import { createSignInLimits } from './auth/sign-in-limits.ts';
import { createTokenIssuer } from './auth/token-issuer.ts';
import { heldUnless } from './background/held-jobs.ts';
import { createJobs, type Job, type Schedule } from './background/jobs.ts';
import { putTextsRight } from './background/put-texts-right.ts';
import { removeAllExpired } from './background/sweep-expired.ts';
import { createCalendarSync } from './calendar/calendar-sync.ts';
import { calendarExport } from './calendar/export/queue-export.ts';
import { externalBusy } from './calendar/external-busy.ts';
import type { Config } from './config.ts';
import { contactImportJob } from './contacts/import/import-job.ts';
import { createDatabaseMetrics } from './database/database-metrics.ts';
import { openDb } from './database/db.ts';
import { platformTenantUuid } from './database/platform-tenant.ts';
import { openObjectStore } from './files/open-object-store.ts';
import { leaveHouseholds } from './households/members/leave-households.ts';
import { returnToHouseholds } from './households/members/return-members.ts';
import { allKinds } from './kinds.ts';
import { countMails } from './mail/count-mails.ts';
import { createFirmMails } from './mail/firm-mails.ts';
import { createMailBudget } from './mail/mail-budget.ts';
import type { Mailer } from './mail/mailer.ts';
import { skipRefusedAddresses } from './mail/refused-addresses.ts';
import { createReplyAddressMail } from './mail-settings/reply-address-mail.ts';
import { hostMailJob } from './meetings/invitations/host-mail.ts';
import { invitationMailJob } from './meetings/invitations/send-invitations.ts';
import { rederiveAllInstants } from './meetings/rederive-instants.ts';
import { answerMailJob } from './meetings/rsvp/host-told.ts';
import { platformHeaders } from './outbox/platform-headers.ts';
import { eventClearing } from './personal-data/clear-events.ts';
import { createErasures } from './personal-data/erasures.ts';
import { createLoginsAlikeMail } from './staff/logins-alike-mail.ts';
import { createMailsWaitingMail } from './staff/mails-waiting-mail.ts';
import { createUnprovedDomainMail } from './staff/unproved-domain-mail.ts';
import { createMorningMails } from './tasks/morning-mail/morning-mails.ts';
import { cleanPictures } from './tenants/branding/clean-pictures.ts';
import { drawMailLogos } from './tenants/branding/draw-mail-logos.ts';
import { createBrandingSweep } from './tenants/branding/sweep-objects.ts';
import { createDomainChecks } from './tenants/domains/check-domains.ts';
import { createDomainProof } from './tenants/domains/dns-proof.ts';
import { createFirmAddresses } from './tenants/domains/firm-addresses.ts';
import { createDomainReach } from './tenants/domains/reach-domain.ts';
import { createTenantPurge } from './tenants/purge/purge-tenant.ts';
import { tenantStores } from './tenants/purge/tenant-stores.ts';
import { createWebhooks } from './webhook-endpoints/create-webhooks.ts';
import { guardedConnector } from './webhook-endpoints/delivery/public-addresses.ts';

export type Services = Awaited<ReturnType<typeof createServices>>;

type Surroundings = {
  logger: Logger;
  registry: Registry;
  mailer: Mailer;
  /** Says how addresses begin where no firm's domain is named. */
  publicUrl: string;
  /** Is called when a transaction that recorded events has committed. */
  wakeRelay?: () => void;
};

/**
 * Makes what the slices share and hands each what it needs of the others. Nothing runs yet: the
 * caller migrates the database and starts `jobs`, with `work` and `schedules`, and `calendar`.
 */
export async function createServices(config: Config, surroundings: Surroundings) {
  const { logger, registry, publicUrl, wakeRelay } = surroundings;
  const issuer = await createTokenIssuer(config.tokens);
  const { databaseUrl: url, databasePool: max } = config;
  const jobs = createJobs({ url, logger });
  const kinds = allKinds({ jobs, calendarExport });
  const metrics = createDatabaseMetrics(registry);
  const db = openDb({ url, max, metrics, wake, shared: { kinds } });
  const mailer = skipRefusedAddresses(countMails(surroundings.mailer, registry), db);
  const addresses = createFirmAddresses(config, publicUrl);
  const mailBudget = createMailBudget(config.rateLimits);
  const mailing = { db, jobs, mailer, addresses };
  const mailsWaitingMail = createMailsWaitingMail(mailing);
  const loginsAlikeMail = createLoginsAlikeMail(mailing);
  const tellAdministrators = mailsWaitingMail.enqueue;
  const perDay = config.mail.perFirmAndDay;
  const firmMails = createFirmMails({ jobs, perDay, tellAdministrators });
  const credentialsMail = createCredentialsMail({ ...mailing, firmMails });
  const passwordResets = createPasswordResets({ db, jobs, mail: credentialsMail, mailBudget });
  const { secretKey } = config;
  const limits = createSignInLimits(config.rateLimits, secretKey);
  const signIn = { db, issuer, limits, refreshDays: config.tokens.refreshDays, secretKey };
  const credentialMail = createCredentialMail(mailing);
  const secondFactor = createSecondFactor({ ...mailing, secretKey, mailBudget });
  const changedLogins = createLoginChanges({ ...mailing, credentialsMail });
  const morningMails = createMorningMails(mailing);
  const replyAddressMail = createReplyAddressMail(mailing);
  const unprovedDomainMail = createUnprovedDomainMail(mailing);
  const domainChecks = createDomainChecks({
    db,
    jobs,
    proof: createDomainProof(config),
    reach: openDomainReach(config, issuer.jwks),
    consequences: { tellAdministrators: unprovedDomainMail.enqueue, endAtDomain },
    endAtTakenDomains,
  });
  const viewedRecords = createViewedRecords({ db, logger, kinds });
  const objects = openObjectStore(config);
  const brandingSweep = createBrandingSweep({ db, objects, jobs });
  const analyticsHeaders = platformHeaders(issuer);
  const webhooks = createWebhooks({ ...mailing, config, logger, registry });
  const calendar = createCalendarSync({ ...mailing, config, publicUrl, logger });
  const stores = tenantStores({ calendar, config, jobs, mailer, objects, analyticsHeaders });
  const tenantPurge = createTenantPurge({ db, jobs, stores, logger, purge: config.purge });
  const clearEvents = eventClearing(config, analyticsHeaders);
  const erasures = createErasures({
    db,
    jobs,
    calendarExport,
    mailer,
    secretKey,
    logger,
    clearEvents,
  });

  function wake(worker: string): void {
    if (worker === 'outbox') wakeRelay?.();
    if (worker === 'outbox' || worker === 'webhooks') webhooks.delivery.wake();
    else if (worker === 'calendar') calendar.wake();
    else if (worker === loginChanges) sendLoginChanges();
    else jobs.wake(worker);
  }

  // What cannot be sent now is left for the schedule.
  const sendLoginChanges = () =>
    void jobs
      .send(loginChanges, { tenantUuid: platformTenantUuid })
      .catch((error: unknown) => logger.warn({ err: error }, 'mails of changed logins'));

  /** The mails to a tenant's people, which wait while it is not active. */
  const mails: Job<never>[] = [
    ...changedLogins.jobs,
    credentialsMail.job,
    passwordResets.job,
    secondFactor.mail.job,
    credentialMail.job,
    invitationMailJob({ ...mailing, config, firmMails }),
    hostMailJob(mailing),
    answerMailJob(mailing),
    calendar.job,
    webhooks.mail.job,
    replyAddressMail.job,
    unprovedDomainMail.job,
    mailsWaitingMail.job,
    loginsAlikeMail.job,
  ];
  const work: Job<never>[] = [
    ...mails.map((job) => heldUnless(db, 'ACTIVE', job)),
    morningMails.job,
    domainChecks.job,
    brandingSweep.job,
    tenantPurge.job,
    heldUnless(db, 'LIVE', contactImportJob(db, jobs)),
    erasures.job,
  ];
  /** The work that is done at fixed times, in UTC, by one replica at a time. */
  const schedules: Schedule[] = [
    changedLogins.schedule,
    erasures.schedule,
    { name: 'remove-expired', cron: '*/10 * * * *', run: () => removeAllExpired(db) },
    { name: 'queue-morning-mails', cron: '* * * * *', run: () => morningMails.queueDue() },
    {
      // At start too, since an update brings new rules of time zones; and every hour, for meetings that
      // a replica with older rules wrote meanwhile.
      name: 'rederive-instants',
      cron: '0 * * * *',
      atStart: true,
      run: () => rederiveAllInstants(db),
    },
    {
      name: 'put-texts-right',
      cron: '*/10 * * * *',
      atStart: true,
      run: () => putTextsRight(db, loginsAlikeMail.enqueue),
    },
    { name: 'check-domains', cron: '7 * * * *', run: domainChecks.runDue },
    {
      name: 'draw-mail-logos',
      cron: '40 3 * * *',
      atStart: true,
      run: () => drawMailLogos({ db, objects, logger }),
    },
    {
      name: 'clean-pictures',
      cron: '20 3 * * *',
      atStart: true,
      run: () => cleanPictures({ db, objects, logger, brandingSweep }),
    },
    {
      name: 'check-audit-trails',
      cron: '20 2 * * *',
      atStart: true,
      run: () => checkChains(db, logger),
    },
  ];

  return {
    config,
    db,
    kinds,
    issuer,
    jobs,
    mailer,
    mailBudget,
    addresses,
    firmMails,
    domainChecks,
    replyAddressMail,
    credentialsMail,
    passwordResets,
    signIn,
    secondFactor,
    credentialMail,
    objects,
    brandingSweep,
    calendar,
    webhooks,
    calendarExport,
    externalBusy,
    leaveHouseholds,
    returnToHouseholds,
    tenantPurge,
    erasures,
    viewedRecords,
    analyticsHeaders,
    work,
    schedules,
    logger,
    registry,
  };
}

/** Under production rules links name only domains that were reached, so they are looked at. */
function openDomainReach({ development, domainReach }: Config, { keys }: { keys: JWK[] }) {
  if (development) return null;
  const { port, allowsPrivate, nameServers } = domainReach;
  const connect = guardedConnector({ allowsPrivate, nameServers });
  return createDomainReach({ connect, port, ownKeys: keys });
}
