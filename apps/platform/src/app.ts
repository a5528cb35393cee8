import document from '@atrium/api-client/openapi.json' with { type: 'json' };
import { trustOutside } from '@atrium/kit/auth/outside-issuer.ts';
import { createVerifier } from '@atrium/kit/auth/verifier.ts';
import { pageStyles } from '@atrium/kit/pages/send-page.ts';
import { createServer, type Server } from '@atrium/kit/server.ts';
import cookie from '@fastify/cookie';
import { createLocalJWKSet } from 'jose';
import manifest from '../package.json' with { type: 'json' };
import { accessReviewRoutes } from './access-review/routes.ts';
import { assistantRoutes } from './assistants/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { authorizationRoutes } from './auth/authorization/routes.ts';
import { credentialRoutes } from './auth/credentials/routes.ts';
import { meRoutes } from './auth/me/routes.ts';
import { takingPersonalTokens } from './auth/personal-tokens/find-caller.ts';
import { personalTokenRoutes } from './auth/personal-tokens/routes.ts';
import { proofRoutes } from './auth/proof/routes.ts';
import { authRoutes } from './auth/routes.ts';
import { loginFactorRoutes } from './auth/second-factor/login-routes.ts';
import { passkeyRoutes } from './auth/second-factor/passkey-routes.ts';
import { secondFactorRoutes } from './auth/second-factor/routes.ts';
import { sessionUse } from './auth/session-use.ts';
import { sessionRoutes } from './auth/sessions/routes.ts';
import { tokenRoutes } from './auth/token/routes.ts';
import { backupMetrics } from './backups/backup-metrics.ts';
import { bookTransferRoutes } from './book-transfers/routes.ts';
import { briefRoutes } from './briefs/routes.ts';
import { calendarConsentRoutes } from './calendar/connections/consent-routes.ts';
import { calendarConnectionRoutes } from './calendar/connections/routes.ts';
import { meetingSyncRoutes } from './calendar/meeting-sync-routes.ts';
import { webhookRoutes } from './calendar/webhooks/routes.ts';
import { changeRoutes } from './changes/routes.ts';
import { consoleConfigurationRoutes } from './console/configuration-routes.ts';
import { sendNotFoundPage } from './console/not-found-page.ts';
import { consolePageRoutes, consolePages } from './console/page-routes.ts';
import { consoleStartRoutes } from './console/start-routes.ts';
import { contactMergeRoutes } from './contact-merges/routes.ts';
import { contactFilterRoutes } from './contacts/filter-routes.ts';
import { contactImportRoutes } from './contacts/import/routes.ts';
import { contactReadinessRoutes } from './contacts/readiness/routes.ts';
import { contactRoutes } from './contacts/routes.ts';
import { deriveKey } from './database/key-ring.ts';
import { demoHeaders } from './demo/demo-headers.ts';
import { recordedExport } from './exports/record-export.ts';
import { uploadRoutes } from './files/routes.ts';
import { historyRoutes } from './history/routes.ts';
import { householdAccountRoutes } from './households/accounts/routes.ts';
import { householdFilterRoutes } from './households/filter-routes.ts';
import { householdMemberRoutes } from './households/members/routes.ts';
import { householdsOfOrganisationRoutes } from './households/of-organisation.ts';
import { householdRoutes } from './households/routes.ts';
import { householdRestructureRoutes } from './households/split-and-merge/routes.ts';
import { analyticsProxy } from './http/analytics-proxy.ts';
import { approvedVisits } from './http/approved-visits.ts';
import { errorsPage } from './http/errors-page.ts';
import { formats } from './http/formats.ts';
import { guides } from './http/guides.ts';
import { versions } from './http/if-match.ts';
import { notedViews } from './http/noted-views.ts';
import { ownHosts, publicAddress } from './http/own-hosts.ts';
import { requestOrigins } from './http/request-origins.ts';
import { securityContactRoute } from './http/security-contact.ts';
import { createSessionChecks } from './http/session-checks.ts';
import { principalOf, transactions } from './http/transactions.ts';
import { versionRoute } from './http/version.ts';
import { inboxRoutes } from './inbox/routes.ts';
import { insightsRoutes } from './insights/routes.ts';
import { sealedCursors } from './lists/sealed-cursors.ts';
import type { Mailbox } from './mail/mailbox.ts';
import { mailboxPage } from './mail/mailbox-page.ts';
import { queueForAdministrators } from './mail/outbox/queue-mails.ts';
import { replyAddressRoutes } from './mail-settings/public-routes.ts';
import { mailSettingsRoutes } from './mail-settings/routes.ts';
import { availabilityRoutes } from './meetings/availability/routes.ts';
import { calendarFeedRoutes } from './meetings/feed/routes.ts';
import { meetingFilterRoutes } from './meetings/filter-routes.ts';
import { invitationRoutes } from './meetings/invitations/routes.ts';
import { meetingRoutes } from './meetings/routes.ts';
import { inboundMailRoutes } from './meetings/rsvp/inbound-mail-routes.ts';
import { publicRsvpRoutes } from './meetings/rsvp/public-routes.ts';
import { rsvpRoutes } from './meetings/rsvp/routes.ts';
import { noteRoutes } from './notes/routes.ts';
import { organisationFilterRoutes } from './organisations/filter-routes.ts';
import { organisationRoutes } from './organisations/routes.ts';
import { overviewRoutes } from './overviews/routes.ts';
import { partnerRoutes } from './partners/routes.ts';
import { personalDataRoutes } from './personal-data/routes.ts';
import { platformAdminRoutes } from './platform-admins/routes.ts';
import { platformConfigRoutes } from './platform-configs/routes.ts';
import { platformHealthRoute } from './platform-health/routes.ts';
import { workMetrics } from './platform-health/work-metrics.ts';
import { platformUsageRoutes } from './platform-usage/routes.ts';
import { toldProblems } from './problems.ts';
import { giveRolesToMembers } from './scim/groups/give-roles.ts';
import { takingProvisioningTokens } from './scim/provisioning-token/find-caller.ts';
import { provisioningTokenRoutes } from './scim/provisioning-token/routes.ts';
import { scimRoutes } from './scim/routes.ts';
import type { Services } from './services.ts';
import { ssoConnectionRoutes } from './sso/routes.ts';
import { ssoSignInRoutes } from './sso/sign-in-routes.ts';
import { staffImportRoutes } from './staff/import/routes.ts';
import { staffRoutes } from './staff/routes.ts';
import { changeRequestRoutes } from './tasks/change-requests/routes.ts';
import { unsubscribeRoutes } from './tasks/morning-mail/unsubscribe-routes.ts';
import { taskRoutes } from './tasks/routes.ts';
import { assetRoutes } from './tenants/branding/asset-routes.ts';
import { brandingHistoryRoutes } from './tenants/branding/history-routes.ts';
import { publicBrandingRoutes } from './tenants/branding/public-routes.ts';
import { brandingRoutes } from './tenants/branding/routes.ts';
import { findTenantAt } from './tenants/domains/queries.ts';
import { domainRoutes } from './tenants/domains/routes.ts';
import { tlsAskRoute } from './tenants/domains/tls-ask-route.ts';
import { tenantFilterRoutes } from './tenants/filter-routes.ts';
import { tenantPurgeRoutes } from './tenants/purge/routes.ts';
import { tenantRestoreRoutes } from './tenants/restore/routes.ts';
import { tenantRoutes } from './tenants/routes.ts';
import { securityPolicyRoutes } from './tenants/security/routes.ts';
import { vendorAccessRoutes } from './tenants/vendor-access/routes.ts';
import { timelineRoutes } from './timeline/routes.ts';
import { todayRoutes } from './today/routes.ts';
import { viewRoutes } from './views/routes.ts';
import { devReceiver, hasDevReceiver } from './webhook-endpoints/dev-receiver.ts';
import { webhookMessageRoutes } from './webhook-endpoints/messages/routes.ts';
import { webhookEndpointRoutes } from './webhook-endpoints/routes.ts';
import { workQueueRoutes } from './work-queue/routes.ts';

/** Returns the platform's HTTP surface: every plugin and slice, in order. */
export async function createApp(services: Services, mailbox?: Mailbox): Promise<Server> {
  const { config, db, logger, registry } = services;
  const pages = consolePages({ config, db });
  const checkSession = createSessionChecks(db);
  const tenantAt = (domain: string) => db.asPlatform((tx) => findTenantAt(tx, domain));
  const app = await createServer({
    logger,
    registry,
    catalogue: toldProblems,
    publicUrl: publicAddress(config),
    notFoundPage: (reply) =>
      pages.isPage(reply.request.url) ? pages.send(reply) : sendNotFoundPage(reply, db),
    checkCaller: async (request) => {
      // Whoever is refused anyhow is not asked for a proof.
      if (!request.hasEntered) await checkSession({ ...principalOf(request), needsProof: false });
      await request.refuseUnapproved();
    },
    formats,
    composesTexts: true,
    verifier: takingProvisioningTokens(
      db,
      takingPersonalTokens(db, createVerifier(trustedIssuers(services))),
    ),
    checks: { database: () => db.asPlatform((tx) => tx`select 1`) },
    readyNotes: async () => ({ paused: await services.isPaused() }),
    rateLimits: config.rateLimits,
    trustProxy: config.trustProxy,
    addressLimits: config.addressLimits,
    requestTimeoutMs: config.requestTimeoutMs,
    corsOrigins: config.corsOrigins,
    accessLog: config.accessLog,
    metricsToken: config.metricsToken,
    openapi: {
      document,
      ...(config.demo ? { prefill: () => demoHeaders(config.dataDir) } : {}),
      title: 'Atrium',
      version: manifest.version,
      description:
        'The platform that wealth managers run their firm on: tenants, staff, clients and their onboarding, and analytics.',
    },
  });
  await errorsPage(app);
  await guides(app);
  await app.register(cookie);
  await app.register(ownHosts, { config, tenantAt, originOf: services.addresses.originOf });
  await app.register(requestOrigins);
  await app.register(transactions, {
    db,
    secretKeys: config.secretKeys,
    tellEntry: (tx, at) => queueForAdministrators(tx, { kind: 'TENANT_ENTERED', about: { at } }),
  });
  await app.register(approvedVisits, { db });
  await app.register(sessionUse, { db });
  await app.register(versions);
  await app.register(notedViews, services.viewedRecords);
  await app.register(sealedCursors, {
    keys: config.secretKeys.map((key) => deriveKey(key, 'list cursors')),
  });

  await authRoutes(app, services);
  await loginFactorRoutes(app, services);
  await secondFactorRoutes(app, services);
  await passkeyRoutes(app, services);
  await proofRoutes(app, services);
  await meRoutes(app, services);
  await sessionRoutes(app);
  await personalTokenRoutes(app);
  await authorizationRoutes(app);
  await consoleConfigurationRoutes(app, services);
  await tokenRoutes(app, services);
  await credentialRoutes(app);
  await app.register(pageStyles);
  await tenantRoutes(app, services);
  await tenantFilterRoutes(app);
  await tenantRestoreRoutes(app, services);
  await tenantPurgeRoutes(app, services);
  await securityPolicyRoutes(app);
  await vendorAccessRoutes(app);
  await ssoConnectionRoutes(app, services, giveRolesToMembers);
  await ssoSignInRoutes(app, services);
  await brandingRoutes(app, services);
  await brandingHistoryRoutes(app, services);
  await domainRoutes(app, services);
  await tlsAskRoute(app, services);
  await mailSettingsRoutes(app);
  await replyAddressRoutes(app, services);
  await publicBrandingRoutes(app, services);
  await assetRoutes(app, services);
  await uploadRoutes(app, services);
  await partnerRoutes(app);
  await bookTransferRoutes(app);
  await staffRoutes(app);
  await staffImportRoutes(app, services.jobs);
  await provisioningTokenRoutes(app);
  await scimRoutes(app, services);
  await platformConfigRoutes(app);
  await platformAdminRoutes(app);
  await platformUsageRoutes(app, services);
  await platformHealthRoute(app, services);
  await contactRoutes(app, services);
  await contactFilterRoutes(app);
  await contactMergeRoutes(app);
  await personalDataRoutes(app, services);
  await contactReadinessRoutes(app);
  await contactImportRoutes(app, services.jobs);
  await organisationRoutes(app, services);
  await organisationFilterRoutes(app);
  await householdRoutes(app);
  await householdMemberRoutes(app);
  await householdAccountRoutes(app);
  await householdFilterRoutes(app);
  await householdRestructureRoutes(app);
  await householdsOfOrganisationRoutes(app);
  await meetingRoutes(app, services);
  await meetingFilterRoutes(app);
  await availabilityRoutes(app, services);
  await invitationRoutes(app);
  await rsvpRoutes(app);
  await publicRsvpRoutes(app, services);
  await inboundMailRoutes(app, services);
  await calendarConsentRoutes(app, services);
  await calendarConnectionRoutes(app, services.calendar);
  await meetingSyncRoutes(app, services.calendar);
  await webhookRoutes(app, services);
  await calendarFeedRoutes(app, services);
  await noteRoutes(app);
  await changeRequestRoutes(app);
  await taskRoutes(app);
  await unsubscribeRoutes(app, services);
  await viewRoutes(app);
  await timelineRoutes(app, services);
  await historyRoutes(app, services);
  await workQueueRoutes(app);
  await inboxRoutes(app);
  await todayRoutes(app);
  await insightsRoutes(app);
  await consoleStartRoutes(app);
  await overviewRoutes(app);
  await briefRoutes(app);
  await changeRoutes(app, services.changes);
  await auditRoutes(app, services);
  await accessReviewRoutes(app);
  await assistantRoutes(app, config);
  await webhookEndpointRoutes(app, services.webhooks);
  await webhookMessageRoutes(app, services.webhooks);
  await analyticsProxy(app, {
    db,
    analyticsUrl: config.analyticsUrl,
    recordedExport,
    issueForToken: services.issuer.issueForToken,
  });
  await consolePageRoutes(app, pages);
  await versionRoute(app, config);
  await securityContactRoute(app, config);
  workMetrics({ db, registry });
  backupMetrics({ db, registry });
  if (mailbox) await mailboxPage(app, mailbox);
  if (hasDevReceiver(config)) await devReceiver(app);
  return app;
}

function trustedIssuers({ config, issuer }: Services) {
  const { tokens, outsideIssuer } = config;
  const own = {
    issuer: tokens.issuer,
    audience: tokens.audience,
    keys: createLocalJWKSet(issuer.jwks),
  };
  return outsideIssuer ? [own, trustOutside(outsideIssuer)] : [own];
}
