import { type Role, roles, staffRoles } from '@atrium/kit/auth/caller.ts';
import type { Operation } from './operations.ts';

/** The roles that must be let in and, where the contract leaves it open, those that may be; all others must not. */
type Stated = { must: readonly Role[]; may?: readonly Role[] } | 'public';

const everyone: Stated = { must: roles };
const staff: Stated = { must: staffRoles };
const root: Stated = { must: ['SYSTEM_ADMIN'] };
const administrators: Stated = { must: ['SYSTEM_ADMIN', 'TENANT_ADMIN'] };
const staffAdministrators: Stated = { must: ['SYSTEM_ADMIN', 'TENANT_ADMIN', 'PARTNER_ADMIN'] };
// Clients have their own meetings and their answers to them; of what else there is to do with a
// meeting the contract says no word about clients.
const meetingsToRead: Stated = everyone;
const meetingsToChange: Stated = { must: staffRoles, may: ['CLIENT'] };

/**
 * The roles of each operation, copied by hand from the API's contract and not from the routes, so that a
 * route which declares the wrong roles fails. The first row that fits counts; an operation that
 * no row fits fails too.
 */
const rows: readonly [operation: RegExp, stated: Stated][] = [
  [/^GET \/\.well-known\/jwks\.json$/, 'public'],
  [/^GET \/version$/, 'public'],
  [/^(GET|PUT) \/api\/auth\/me$/, everyone],
  [/^PUT \/api\/auth\/me\/password$/, everyone],
  [/^(GET|DELETE) \/api\/auth\/sessions/, everyone],
  [/^POST \/api\/auth\/(logout|authorize)$/, everyone],
  [
    /^POST \/api\/auth\/(login|refresh|token|password-reset|password-reset\/(confirm|renew))$/,
    'public',
  ],
  [/ \/api\/(credentials|webhook-endpoints)/, administrators],
  [/^(POST \/api\/auth\/sso\/start|GET \/api\/auth\/sso\/callback)$/, 'public'],
  [/^POST \/api\/auth\/login\/(second-factor|passkey|passkey\/options)$/, 'public'],
  [/ \/api\/auth\/me\/(totp|recovery-codes|passkeys|proof|tokens)/, everyone],
  [/^GET \/api\/public\//, 'public'],
  [/^POST \/api\/public\/reply-address$/, 'public'],
  [/^POST \/api\/public\/mail\/unsubscribe$/, 'public'],

  [/^GET \/api\/tenant-staff\/all(\/paginated|\/by-category\/\{category\})?$/, staffAdministrators],
  [/^GET \/api\/tenant-staff\/\{tenantUuid\}\/all$/, root],
  [/^GET \/api\/tenant-staff\/leavers$/, administrators],
  [/ \/api\/tenant-staff\/imports?(\/|$)/, administrators],
  [
    /^GET \/api\/tenant-staff\/(search|\{tenantStaffUuid\})$/,
    { must: ['SYSTEM_ADMIN', 'TENANT_ADMIN', 'PARTNER_ADMIN', 'TENANT_STAFF'] },
  ],
  [/^POST \/api\/tenant-staff(\/\{tenantStaffUuid\}\/transfer)?$/, administrators],
  [/^PUT \/api\/tenant-staff\/\{tenantStaffUuid\}$/, staffAdministrators],
  [
    /^DELETE \/api\/tenant-staff\/\{tenantStaffUuid\}$/,
    { must: ['TENANT_ADMIN', 'PARTNER_ADMIN'] },
  ],
  [
    /^(POST|PUT) \/api\/tenant-staff\/\{tenantStaffUuid\}\/credentials\/(reset|create)$/,
    staffAdministrators,
  ],
  [/^POST \/api\/(tenant-staff|contacts)\/\{\w+\}\/second-factor\/reset$/, administrators],
  [/ \/api\/partners/, administrators],

  [/^GET \/api\/tenants\/name\/\{name\}$/, everyone],
  [/^(POST|DELETE) \/api\/tenants\/\{tenantUuid\}\/vendor-access$/, { must: ['TENANT_ADMIN'] }],
  [/^GET \/api\/tenants\/\{tenantUuid\}\/vendor-access$/, administrators],
  [/^GET \/api\/tenants\/\{tenantUuid\}\/stats$/, everyone],
  [
    / \/api\/tenants\/\{tenantUuid\}\/(domains|branding|security|mail|sso(\/check)?$)/,
    administrators,
  ],
  [/^GET \/api\/v1\/tenant-domains\/\{tenantUuid\}$/, administrators],
  [/^POST \/api\/tenants\/\{tenantUuid\}\/sso\/provisioning-token$/, administrators],
  // Machines alone, with this role.
  [/ \/scim\/v2\//, { must: ['TENANT_ADMIN'] }],
  [/ \/api\/(v2\/)?tenants/, root],
  [/ \/api\/platform-admins/, root],
  [/ \/api\/platform\//, root],
  [/^POST \/api\/auth\/me\/change-requests$/, { must: ['CLIENT'] }],

  [/^PUT \/api\/core\/platformconfigs\//, administrators],
  [/^GET \/api\/core\/platformconfigs\/.*\/usage$/, administrators],
  [/^GET \/api\/core\/platformconfigs\//, staff],
  [/^POST \/api\/(contacts|households|organisations)\/\{\w+\}\/restore$/, administrators],
  [/ \/api\/contacts\/\{\w+\}\/(personal-data|erase)$/, administrators],
  [/^GET \/api\/changes$/, everyone],
  [/ \/api\/audit/, administrators],
  [/^GET \/api\/access-review$/, { must: ['TENANT_ADMIN'], may: ['SYSTEM_ADMIN'] }],
  [/ \/api\/inbox/, everyone],
  [/^GET \/api\/start$/, everyone],
  [
    / \/api\/(v[12]\/)?(contacts|households|organisations|notes|tasks|views|timeline|history|today|insights|work-queue)/,
    staff,
  ],

  // Taken from the mail provider by a secret of its own.
  [/^POST \/api\/v1\/meetings\/inbound-mail$/, 'public'],
  [/\/participants\/\{participantUuid\}\/rsvp$/, 'public'],
  [/^PUT \/api\/v1\/meetings\/\{meetingUuid\}\/rsvp$/, everyone],
  [/^GET \/api\/v1\/meetings(\/\{meetingUuid\})?$/, meetingsToRead],
  [/^POST \/api\/v2\/meetings$/, meetingsToRead],
  [/^POST \/api\/v2\/meetings\/export$/, staff],
  [/ \/api\/v[12]\/meetings/, meetingsToChange],
  [/^POST \/api\/v1\/availability\/(check|slots)$/, staff],
  [/^GET \/api\/v1\/calendar\/callback\//, 'public'],
  [/^POST \/api\/v1\/webhooks\//, 'public'],
  // One's own meetings, by a secret address.
  [/^GET \/api\/v1\/calendar\/feed\/\{token\}\.ics$/, 'public'],
  [/ \/api\/v1\/calendar\/feed$/, everyone],
  [/^(PUT \/api\/v1\/calendar\/settings|GET \/api\/v1\/calendar\/connections)$/, administrators],
  [/ \/api\/v1\/calendar\//, staff],

  [/^(DELETE|POST) \/api\/analytics\/tenants\/\{tenantUuid\}\/events(\/clear)?$/, root],
  // All events of a tenant at once: partner staff see a part of its people only.
  [/ \/api\/analytics\//, staff],
];

/** Returns what the contract says of an operation; undefined when it says nothing. */
function statedFor({ name }: Pick<Operation, 'name'>): Stated | undefined {
  return rows.find(([operation]) => operation.test(name))?.[1];
}

/** Returns how the declared roles of an operation differ from the stated ones; null when they agree. */
export function disagreement({ name, roles: declared }: Operation): string | null {
  const stated = statedFor({ name });
  if (!stated) return `${name}: nothing is stated about it`;
  if (stated === 'public' || declared === null)
    return stated === 'public' && declared === null
      ? null
      : `${name}: public on one side, not on the other`;
  const missing = stated.must.filter((role) => !declared.includes(role));
  const allowed = [...stated.must, ...(stated.may ?? [])];
  const surplus = declared.filter((role) => !allowed.includes(role));
  if (missing.length === 0 && surplus.length === 0) return null;
  return `${name}: lacks ${missing.join(', ') || 'nobody'}, lets in ${surplus.join(', ') || 'nobody'}`;
}
