import type { Services } from '../../services.ts';
import type { ProviderSettings } from '../providers/provider.ts';
import { providers } from '../providers/registry.ts';
import { takeAuthorization } from './begin-authorization.ts';
import { connectCalendar } from './connect-calendar.ts';
import { exchangeCode } from './oauth.ts';

/**
 * Finishes a consent with what the provider sent along: takes the state back, exchanges the code,
 * asks whose calendar it is, and connects it. False when the state is not one of ours that may
 * still be used; throws when the provider refuses.
 */
export async function finishAuthorization(
  { db, config, calendar }: Pick<Services, 'db' | 'config' | 'calendar'>,
  settings: ProviderSettings,
  query: URLSearchParams,
): Promise<boolean> {
  const state = query.get('state') ?? '';
  const keys = { cipher: calendar.cipher, secretKey: config.secretKey };
  const taken = await db.asPlatform((tx) => takeAuthorization(tx, keys, settings.name, state));
  if (!taken) return false;
  const { tenantUuid, userUuid, redirectUri, verifier } = taken;
  const tokens = await exchangeCode(settings, query, { state, verifier, redirectUri });
  const source = { current: async () => tokens.accessToken, renew: async () => tokens.accessToken };
  const client = await providers[settings.name].open(settings, source, config.calendar.timeoutMs);
  const account = await client.account();
  const actor = { actorType: 'TENANT_STAFF', actorId: userUuid } as const;
  await db.asTenant(tenantUuid, actor, (tx) =>
    connectCalendar(tx, calendar.cipher, { userUuid, provider: settings.name, ...account, tokens }),
  );
  return true;
}
