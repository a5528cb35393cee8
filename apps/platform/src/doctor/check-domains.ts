import {
  type Check,
  codeOf,
  type Found,
  fail,
  gravest,
  type Means,
  ok,
  skipped,
  warn,
} from './finding.ts';

const dayMs = 86_400_000;
const renewedDays = 14;

type Mapped = { domain: string; isToProve: boolean; isReached: boolean };

/** Lists the domains that lead to tenants. */
const listMapped = ({ db }: Means) =>
  db.asPlatform(
    (tx) => tx<Mapped[]>`
      select d.domain, d.unproved_since is not null or d.prove_until is not null as is_to_prove,
             coalesce(d.reached_at > now() - interval '1 day', false) as is_reached
        from tenant_domains d join tenants t using (tenant_uuid)
       where d.active and d.proven_at is not null and t.deleted_at is null
       order by d.domain limit 1000`,
  );

/** Looks whether each mapped domain has an address, is proven and was reached. */
export const domains: Check = async (means) => {
  const mapped = await listMapped(means);
  if (mapped.length === 0) return skipped('No domain is mapped');
  const found = await eachOf(mapped, async ({ domain, isToProve, isReached }) => {
    const unknown = await findNoAddress(means, domain);
    if (unknown) return unknown;
    if (isToProve) return warn(`${domain} is not proven`);
    if (!isReached && !means.config.development) return warn(`${domain} was not reached lately`);
    return ok(domain);
  });
  return gravest(found, ok(`Domains: ${mapped.length}`));
};

/** Looks at the certificates of PUBLIC_URL and of every mapped domain. */
export const certificates: Check = async (means) => {
  const { config, now } = means;
  const own = config.publicUrl ? new URL(config.publicUrl) : null;
  const mapped = config.development ? [] : await listMapped(means);
  const hosts = [
    ...(own?.protocol === 'https:' ? [{ host: own.hostname, port: Number(own.port || 443) }] : []),
    ...mapped.map(({ domain }) => ({ host: domain, port: config.domainReach.port })),
  ];
  if (hosts.length === 0) return skipped('Nothing is reached by https: PUBLIC_URL and domains');
  const found = await eachOf(hosts, async ({ host, port }) => {
    try {
      const { validTo, distrust } = await means.readCertificate(host, port);
      const days = Math.floor((validTo - now()) / dayMs);
      if (days < 0) return fail(`The certificate of ${host} has expired`);
      if (distrust) return fail(`The certificate of ${host} is not believed (${distrust})`);
      return days < renewedDays
        ? warn(`The certificate of ${host} ends in ${days} days`)
        : ok(host);
    } catch (error) {
      return fail(`${host} does not answer by https (${codeOf(error)})`);
    }
  });
  return gravest(found, ok(`Certificates: ${hosts.length}`));
};

/** Finds why a domain has no address; null where it has one. */
async function findNoAddress({ dns }: Means, domain: string): Promise<Found | null> {
  // Whoever asks for a name under it is on this machine (RFC 6761), whatever its resolver answers.
  if (domain.endsWith('.localhost')) return null;
  const found = await Promise.allSettled([dns.resolve4(domain), dns.resolve6(domain)]);
  if (found.some((each) => each.status === 'fulfilled' && each.value.length > 0)) return null;
  const codes = found.flatMap((each) => (each.status === 'rejected' ? [codeOf(each.reason)] : []));
  const fault = codes.find((code) => !['ENODATA', 'ENOTFOUND'].includes(code));
  return fail(fault ? `${domain} cannot be looked up (${fault})` : `${domain} has no address`);
}

/** Looks at several, some at a time. */
async function eachOf<T>(items: readonly T[], look: (item: T) => Promise<Found>): Promise<Found[]> {
  const found: Found[] = [];
  const left = items.values();
  const worker = async () => {
    for (const item of left) found.push(await look(item));
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return found;
}
