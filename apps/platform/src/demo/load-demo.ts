import { randomBytes } from 'node:crypto';
import type { Caller, Role } from '@atrium/kit/auth/caller.ts';
import type { Logger } from 'pino';
import { readCredentials, writeCredentials } from '../auth/bootstrap.ts';
import { hashPassword } from '../auth/passwords.ts';
import { findAccountByEmail, setPasswordHash } from '../auth/queries.ts';
import type { Config } from '../config.ts';
import type { Db } from '../database/db.ts';
import { system } from '../database/principal.ts';
import type { Tx } from '../database/transaction.ts';
import type { ObjectStore } from '../files/object-store.ts';
import type { MeetingServices } from '../meetings/export-change.ts';
import type { StaffRow } from '../staff/schemas.ts';
import { drawMailLogos } from '../tenants/branding/draw-mail-logos.ts';
import { createTenant } from '../tenants/create-tenant.ts';
import { setTenantDomain } from '../tenants/domains/set-tenant-domain.ts';
import { findTenantByCode } from '../tenants/queries.ts';
import { findSecurityPolicy, upsertSecurityPolicy } from '../tenants/security/queries.ts';
import { recordPolicyChange } from '../tenants/security/update-security-policy.ts';
import { createEndpoint } from '../webhook-endpoints/create-endpoint.ts';
import type { Webhooks } from '../webhook-endpoints/create-webhooks.ts';
import { devReceiverUrl, hasDevReceiver } from '../webhook-endpoints/dev-receiver.ts';
import { publishDemoBranding } from './demo-branding.ts';
import { planDesk } from './demo-desk.ts';
import { clientEmail, planFamilies } from './demo-families.ts';
import { planLogins } from './demo-logins.ts';
import { planMeetings } from './demo-meetings.ts';
import { planPapers, settleDemoMails, stopDemoCalendar } from './demo-papers.ts';
import { planProspects } from './demo-prospects.ts';
import { createDemoStaff } from './demo-staff.ts';
import { live, type Scene, travelTo } from './past.ts';
import { createPeople } from './people.ts';
import { createRandom } from './random.ts';

const [familyCount, prospectCount] = [30, 56];
/** Browsers lead every name under `.localhost` to this machine. */
const demoDomain = 'andes.localhost';
const signInEmails = ['admin@andes.example', 'adviser@andes.example', clientEmail];

type DemoServices = MeetingServices & {
  db: Db;
  config: Config;
  objects: ObjectStore;
  webhooks: Pick<Webhooks, 'secrets'>;
  logger: Logger;
};

/**
 * Loads a tenant to look around in, once, through the same verbs that requests use: staff,
 * families and prospects, their meetings, notes, tasks and views, in the order of a year's time, with a
 * week of meetings for who signs in and a queue of what waits. The same people every time. True when it did.
 */
export async function loadDemo(services: DemoServices): Promise<boolean> {
  const { db, config } = services;
  const now = Temporal.Now.instant();
  const tenantUuid = await db.asPlatform(async (tx) => {
    // The firm may have another code by now, or be deleted.
    for (const email of signInEmails) if (await findAccountByEmail(tx, email)) return undefined;
    const known = await findTenantByCode(tx, 'ANDES');
    const { tenantUuid } =
      known ?? (await createTenant(tx, { name: 'Andes Patrimonio', code: 'ANDES' }));
    // All of it or nothing: a start that was cut off here begins anew.
    const [furnished] = await tx`
      select 1 from staff_members where tenant_uuid = ${tenantUuid} limit 1`;
    return furnished ? undefined : tenantUuid;
  });
  if (!tenantUuid) return false;
  const password = randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  const random = createRandom(2026);

  services.logger.info('Loading the demo firm');
  // Another process draws the logo meanwhile.
  const branding = publishDemoBranding(services, tenantUuid, 'admin@andes.example');
  const history = db.asTenant(tenantUuid, system, async (tx) => {
    const staff = await createDemoStaff(tx, random, now, passwordHash);
    const advisers = staff.filter((member) => member.staffType === 'ADVISOR').map(callerOf);
    const makePerson = createPeople(random, 'clients.example');
    const scene: Scene = { tx, random, now, advisers, services, makePerson, acts: [] };
    const families = planFamilies(scene, familyCount);
    planProspects(scene, prospectCount);
    planMeetings(scene, families);
    planDesk(scene, families);
    planPapers(scene, families);
    planLogins(scene, staff);
    await live(scene);
    await stopDemoCalendar(scene);
    await settleDemoMails(scene, families, clientEmail);
    await travelTo(tx, now);
    const proof = { challenge: '', proven: true, isUnproved: false };
    await setTenantDomain(tx, { domain: demoDomain, active: true, ...proof });
    await createDemoEndpoint(tx, services);
    await refuseCommonPasswords(tx);
    await keepSignIns(tx, config.dataDir, password, passwordHash);
  });
  await Promise.all([history, branding.then(() => drawMailLogos(services))]);
  return true;
}

async function refuseCommonPasswords(tx: Tx): Promise<void> {
  await upsertSecurityPolicy(tx, { refuseCommonPasswords: true });
  const policy = await findSecurityPolicy(tx, tx.tenantUuid);
  await recordPolicyChange(tx, policy, ['refuseCommonPasswords']);
}

/** Lets the receiver page show the messages about the firm, where messages may go to this machine. */
async function createDemoEndpoint(tx: Tx, { config, webhooks }: DemoServices): Promise<void> {
  if (!hasDevReceiver(config) || !config.webhooksPrivateAddresses) return;
  const url = devReceiverUrl(config);
  await createEndpoint(tx, webhooks.secrets, { url, description: 'La página /dev/webhooks' });
}

/** Adds the demo's sign-ins to the file before they are committed, so that none is ever lost. */
async function keepSignIns(
  tx: Tx,
  dataDir: string,
  password: string,
  passwordHash: string,
): Promise<void> {
  const accounts = (
    await Promise.all(signInEmails.map((email) => findAccountByEmail(tx, email)))
  ).filter((account) => account !== undefined);
  for (const { tenantUuid, userUuid } of accounts)
    await setPasswordHash(tx, { tenantUuid, userUuid }, passwordHash);
  const credentials = await readCredentials(dataDir);
  if (!credentials) return;
  const demo = accounts.map(({ email, tenantUuid, userUuid, roles }) => ({
    role: roles[0] ?? '',
    email,
    password,
    tenantUuid,
    userUuid,
  }));
  await writeCredentials(dataDir, { ...credentials, demo });
}

function callerOf(member: StaffRow): Caller {
  const roles = member.roles as Role[];
  return {
    userUuid: member.tenantStaffUuid,
    sessionUuid: null,
    signedInAt: null,
    isMachine: false,
    tenantUuid: member.tenantUuid,
    homeTenantUuid: member.tenantUuid,
    tenantCode: null,
    partnerUuid: null,
    email: member.userEmail,
    roles,
    userType: roles[0] ?? 'TENANT_STAFF',
  };
}
