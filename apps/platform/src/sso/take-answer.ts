import type { LoginMeans } from '../auth/login.ts';
import { spendState } from './person-queries.ts';
import { toUsable, type UsableConnection } from './provider-client.ts';
import { RefusedSignIn } from './refused-sign-in.ts';
import { areProven, findActiveConnection } from './sign-in-queries.ts';
import type { SsoMeans } from './sso-means.ts';
import { domainOf } from './start-sign-in.ts';
import { type BegunSignIn, canFinish } from './states.ts';
import { hostedDomains, type VerifiedPerson, verifyPerson } from './verified-person.ts';

/** What a browser brings back from a provider. */
export type Brought = {
  query: URLSearchParams;
  begun: BegunSignIn | undefined;
  /** This browser's cookie at the host that it came to. */
  cookie: string | undefined;
};

/**
 * Takes the answer of a provider to a sign-in, once: in the browser that began it, within ten minutes,
 * while the connection is the same. Returns whom the provider has signed in, whose e-mail is of the
 * firm. Throws RefusedSignIn.
 */
export async function takeAnswer(
  sso: SsoMeans,
  { db }: Pick<LoginMeans, 'db'>,
  { query, begun, cookie }: Brought,
): Promise<{ connection: UsableConnection; person: VerifiedPerson }> {
  if (!begun || !canFinish(begun, cookie)) throw new RefusedSignIn('SSO_STATE_INVALID');
  const { tenantUuid } = begun;
  const connection = await db.asPlatform(async (tx) => {
    if (!(await spendState(tx, query.get('state') ?? '', begun))) return undefined;
    const row = await findActiveConnection(tx, tenantUuid);
    return row?.connectionUuid === begun.connectionUuid ? toUsable(row) : undefined;
  });
  if (!connection) throw new RefusedSignIn('SSO_STATE_INVALID');
  const person = await verifyPerson(sso, connection, begun, query);
  const domains = [domainOf(person.email), ...hostedDomains(connection.metadata.issuer, person)];
  const isOfFirm = await db.asPlatform((tx) => areProven(tx, tenantUuid, domains));
  if (!isOfFirm) throw new RefusedSignIn('SSO_EMAIL_DOMAIN');
  return { connection, person };
}
