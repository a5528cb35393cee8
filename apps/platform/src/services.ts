import type { Registry } from '@prometheus-io/client';
import type { JWK } from 'jose';
import type { Logger } from 'pino';
import { createHeads } from './audit/archive/heads.ts';
import { auditSchedules } from './audit/schedules.ts';
import { createViewedRecords } from './audit/viewed-records.ts';
import { endAtDomain, endAtTakenDomains } from './auth/end-at-domains.ts';
import { createPasswordResets } from './auth/request-password-reset.ts';
import { createSecondFactor } from './auth/second-factor/second-factor.ts';
import { createSignInLimits } from './auth/sign-in-limits.ts';
import { createTokenIssuer } from './auth/token-issuer.ts';
import { heldWhileDeleted } from './background/held-jobs.ts';
import { createJobs, type Job, type Schedule } from './background/jobs.ts';
import { createOutgoingPause } from './background/outgoing-pause.ts';
import { putTextsRight } from './background/put-texts-right.ts';
import { removeAllExpired } from './background/sweep-expired.ts';
import { createCalendarSync } from './calendar/calendar-sync.ts';
import { calendarExport } from './calendar/export/queue-export.ts';
import { externalBusy } from './calendar/external-busy.ts';
import { createChanges } from './changes/create-changes.ts';
import type { Config } from './config.ts';
import { importedContacts } from './contacts/import/imported-contacts.ts';
import { tellOfDocuments } from './contacts/news.ts';
import { createDatabaseMetrics } from './database/database-metrics.ts';
import { openDb } from './database/db.ts';
import type { PoolOptions } from './database/pool.ts';
import { openStandby } from './database/standby.ts';
import type { WokenLoop, Worker } from './database/transaction.ts';
import { openObjectStore } from './files/open-object-store.ts';
import { leaveHouseholds } from './households/members/leave-households.ts';
import { returnToHouseholds } from './households/members/return-members.ts';
import { guardedConnector } from './http/public-addresses.ts';
import { importJob } from './imports/import-job.ts';
import { allKinds } from './kinds.ts';
import { createBounceAddresses } from './mail/bounces/bounce-addresses.ts';
import { countMails } from './mail/count-mails.ts';
import { createFirmMails } from './mail/firm-mails.ts';
import { createMailBudget } from './mail/mail-budget.ts';
import type { Mailer } from './mail/mailer.ts';
import { queueForAdministrators } from './mail/outbox/queue-mails.ts';
import { createMailSender } from './mail/outbox/send-mails.ts';
import { skipRefusedAddresses } from './mail/refused-addresses.ts';
import { allMails } from './mails.ts';
import { rederiveAllInstants } from './meetings/rederive-instants.ts';
import { deliverTo } from './outbox/deliver.ts';
import { platformHeaders } from './outbox/platform-headers.ts';
import { eventClearing } from './personal-data/clear-events.ts';
import { createErasures } from './personal-data/erasures.ts';
import { createAskProvider } from './sso/ask-provider.ts';
import { createBeginProof } from './sso/begin-proof.ts';
import { createEmailDomainChecks } from './sso/check-domains.ts';
import { createSsoMeans } from './sso/sso-means.ts';
import { importedStaff } from './staff/import/imported-staff.ts';
import { queueMorningMails } from './tasks/morning-mail/queue-morning-mails.ts';
import { createUnsubscribeLinks } from './tasks/morning-mail/unsubscribe-links.ts';
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
import { endUnread } from './webhook-endpoints/end-unread.ts';

export type Services = Awaited<ReturnType<typeof createServices>>;

type Surroundings = {
  logger: Logger;
  registry: Registry;
  mailer: Mailer;
  /** Says how addresses begin where no firm's domain is named. */
  publicUrl: string;
  /** Is called when a transaction that recorded events has committed. */
  wakeRelay?: () => void;
  /** Says how long one may wait for a connection; without it the pool's own times hold. */
  patience?: Pick<PoolOptions, 'connectionTimeoutMillis' | 'crowdedMs'>;
};

/**
 * Makes what the slices share and hands each what it needs of the others. Nothing runs yet: the
 * caller migrates the database and starts `jobs`, with `work` and `schedules`, and `calendar`.
 */
export async function createServices(config: Config, surroundings: Surroundings) {
  const { logger, registry, publicUrl, wakeRelay, patience } = surroundings;
  const issuer = await createTokenIssuer(config.tokens);
  const { databaseUrl: url, databaseReadUrl, databasePool: max, secretKeys } = config;
  const jobs = createJobs({ url, logger });
  const kinds = allKinds({ calendarExport });
  const metrics = createDatabaseMetrics(registry);
  const standby = databaseReadUrl
    ? openStandby(url, { url: databaseReadUrl, max, metrics })
    : undefined;
  const db = openDb({ url, max, metrics, wake, shared: { kinds }, standby, ...patience });
  const mailer = skipRefusedAddresses(countMails(surroundings.mailer, registry), db);
  const { isPaused } = createOutgoingPause(db, registry);
  const addresses = createFirmAddresses(config, publicUrl);
  const mailBudget = createMailBudget(config.rateLimits);
  const firmMails = createFirmMails({ perDay: config.mail.perFirmAndDay });
  const definitions = allMails(config);
  const bounces = createBounceAddresses(config.mail.bounceAddress, config.secretKeys);
  const mailing = {
    db,
    mailer,
    addresses,
    firmMails,
    mailBudget,
    bounces,
    definitions,
    isPaused,
    logger,
    registry,
  };
  const mailSender = createMailSender(mailing);
  const passwordResets = createPasswordResets({ db, jobs, mailBudget });
  const sso = createSsoMeans(config);
  const limits = createSignInLimits(config.rateLimits, secretKeys);
  // A flood of attempts to sign in waits for these connections and takes none of the requests'.
  const signInDb = openDb({ url, max: 3, wake, shared: { kinds }, ...patience });
  const signIn = {
    db: signInDb,
    issuer,
    limits,
    refreshDays: config.tokens.refreshDays,
    secretKeys,
    ssoSecrets: sso.secrets,
    askProvider: createAskProvider(db, sso),
  };
  const secondFactor = createSecondFactor(secretKeys);
  const ssoDomainChecks = createEmailDomainChecks(db, sso.proofRecords);
  const domainChecks = createDomainChecks({
    db,
    jobs,
    proof: createDomainProof(config),
    reach: openDomainReach(config, issuer.jwks),
    consequences: {
      tellAdministrators: (tx, { tenantUuid, domain }) =>
        queueForAdministrators(tx, { kind: 'DOMAIN_UNPROVED', tenantUuid, about: { domain } }),
      endAtDomain,
    },
    endAtTakenDomains,
  });
  const viewedRecords = createViewedRecords({ db, logger, kinds });
  const objects = openObjectStore(config);
  const archive = { objects, heads: createHeads(issuer) };
  const brandingSweep = createBrandingSweep({ db, objects, jobs });
  const analyticsHeaders = platformHeaders(issuer);
  const deliver = deliverTo(config.analyticsUrl, analyticsHeaders);
  const webhooks = createWebhooks({ config, db, isPaused, logger, registry });
  const calendar = createCalendarSync({ db, config, publicUrl, isPaused, logger, registry });
  const changes = createChanges({ db, logger, registry });
  const stores = tenantStores({ calendar, config, jobs, mailer, objects, analyticsHeaders });
  const { purge } = config;
  const tenantPurge = createTenantPurge({ db, isPaused, jobs, stores, logger, purge });
  const clearEvents = eventClearing(config, analyticsHeaders);
  const erasures = createErasures({
    db,
    jobs,
    calendarExport,
    mailer,
    secretKeys,
    logger,
    clearEvents,
  });

  function wake(worker: Worker): void {
    if (typeof worker === 'string') loops[worker]();
    else jobs.wake(worker.queue);
  }

  const loops: Record<WokenLoop, () => void> = {
    events: () => {
      wakeRelay?.();
      webhooks.delivery.wake();
      changes.wake();
    },
    webhooks: webhooks.delivery.wakeSending,
    calendar: calendar.wake,
    mails: mailSender.wake,
  };

  const work: Job<never>[] = [
    passwordResets.job,
    domainChecks.job,
    brandingSweep.job,
    tenantPurge.job,
    heldWhileDeleted(db, importJob(db, jobs, importedContacts)),
    heldWhileDeleted(db, importJob(db, jobs, importedStaff)),
    erasures.job,
  ];
  /** The work that is done at fixed times, in UTC, by one replica at a time. */
  const schedules: Schedule[] = [
    erasures.schedule,
    { name: 'remove-expired', cron: '*/10 * * * *', run: () => removeAllExpired(db) },
    { name: 'end-unread-endpoints', cron: '*/10 * * * *', run: () => endUnread(db) },
    { name: 'queue-morning-mails', cron: '* * * * *', run: () => queueMorningMails(db) },
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
      run: () =>
        putTextsRight(db, (tx, { tenantUuid }) =>
          queueForAdministrators(tx, { kind: 'LOGINS_ALIKE', tenantUuid }),
        ),
    },
    { name: 'check-domains', cron: '7 * * * *', run: domainChecks.runDue },
    { name: 'check-email-domains', cron: '17 * * * *', run: ssoDomainChecks.runDue },
    {
      name: 'tell-of-documents',
      cron: '30 4 * * *',
      atStart: true,
      run: () => tellOfDocuments(db),
    },
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
    ...auditSchedules({
      db,
      logger,
      archive,
      months: config.auditArchiveMonths,
      isPaused,
      deliver,
    }),
  ];

  return {
    config,
    db,
    closeDb: () => Promise.all([db.close(), signInDb.close()]),
    kinds,
    issuer,
    jobs,
    mailer,
    mailing,
    mailSender,
    bounces,
    unsubscribeLinks: createUnsubscribeLinks(secretKeys),
    addresses,
    domainChecks,
    passwordResets,
    signIn,
    secondFactor,
    sso,
    ssoDomainChecks,
    beginProofAtProvider: createBeginProof(sso),
    objects,
    brandingSweep,
    calendar,
    isPaused,
    webhooks,
    changes,
    calendarExport,
    externalBusy,
    leaveHouseholds,
    returnToHouseholds,
    tenantPurge,
    erasures,
    viewedRecords,
    analyticsHeaders,
    deliver,
    archive,
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
