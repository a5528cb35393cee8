import { AuthorizationResponseError, ResponseBodyError } from 'oauth4webapi';
import type { ProviderSettings } from '../../calendar-providers.ts';
import type { CalendarConfig } from '../../calendar-settings.ts';
import type { Db } from '../../database/db.ts';
import { Problem } from '../../problems.ts';
import type { CalendarSync } from '../calendar-sync.ts';
import { ProviderError } from '../providers/provider.ts';
import { providers } from '../providers/registry.ts';
import { connectCalendar } from './connect-calendar.ts';
import { exchangeCode } from './oauth.ts';
import { takeAuthorization } from './take-authorization.ts';

/**
 * Finishes a consent with what the provider sent along (`code` and `state`): uses up the state,
 * exchanges the code, asks whose calendar it is, and connects it. The caller has checked that the
 * state is signed and who finishes. Throws CONSENT_INVALID, CALENDAR_PERMISSIONS_MISSING, or
 * UNAVAILABLE when the provider cannot be reached.
 */
export async function finishAuthorization(
  { db, config, calendar }: { db: Db; config: CalendarConfig; calendar: CalendarSync },
  settings: ProviderSettings,
  query: URLSearchParams,
): Promise<void> {
  const state = query.get('state') ?? '';
  const { cipher } = calendar;
  const taken = await db.asPlatform((tx) => takeAuthorization(tx, cipher, settings.name, state));
  if (!taken) throw new Problem('CONSENT_INVALID');
  const { tenantUuid, userUuid, redirectUri, verifier } = taken;
  const { tokens, account } = await askProvider().catch(toProblem);
  const actor = { actorType: 'TENANT_STAFF', actorId: userUuid } as const;
  await db.asTenant(tenantUuid, actor, (tx) =>
    connectCalendar(tx, cipher, { userUuid, provider: settings.name, ...account, tokens }),
  );

  async function askProvider() {
    const tokens = await exchangeCode(settings, query, { state, verifier, redirectUri });
    const token = async () => tokens.accessToken;
    const { timeoutMs } = config.calendar;
    const source = { current: token, renew: token };
    const client = await providers[settings.name].open(settings, source, { timeoutMs });
    return { tokens, account: await client.account() };
  }
}

/** Throws the problem that stands for the provider's refusal of a consent. */
function toProblem(cause: unknown): never {
  if (cause instanceof AuthorizationResponseError || cause instanceof ResponseBodyError)
    throw new Problem('CONSENT_INVALID', `The provider refused it: ${cause.error}`, { cause });
  if (cause instanceof ProviderError && cause.code === 'SCOPES_MISSING')
    throw new Problem('CALENDAR_PERMISSIONS_MISSING');
  if (cause instanceof ProviderError && cause.kind !== 'RETRY')
    throw new Problem('CONSENT_INVALID', `The calendar cannot be used: ${cause.code}`, { cause });
  throw new Problem('UNAVAILABLE', 'The calendar provider could not be asked', { cause });
}
