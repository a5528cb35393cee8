import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';
import { isLoopback } from './own-hosts.ts';

/** The address is not one of the public internet, so nothing is sent there. */
export class AddressNotPublic extends Error {
  override name = 'AddressNotPublic';
}

type Options = { allowsPrivate: boolean; nameServers?: readonly string[] | undefined };

/**
 * Returns the function by which connections are made. Names are resolved for each of them, and what
 * is connected to is an address that was looked at: a name that changes its address in between gains
 * nothing. Rejects with AddressNotPublic, unless private addresses are allowed.
 */
export function guardedConnector({ allowsPrivate, nameServers = [] }: Options) {
  // Not the system's own resolver: it has a few threads for the whole process, and names of dead
  // endpoints would hold them.
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (nameServers.length > 0) resolver.setServers(nameServers);

  function refusePrivate(address: string): void {
    if (!allowsPrivate && !isPublic(address)) throw new AddressNotPublic(address);
  }

  async function resolve(hostname: string): Promise<{ address: string; family: number }[]> {
    if (namesThisMachine(hostname)) return toAddresses(['127.0.0.1', '::1']);
    const found = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    if (addresses.length > 0) return toAddresses(addresses);
    throw (found[0] as PromiseRejectedResult).reason;
  }

  const lookup: LookupFunction = (hostname, options, done) => {
    resolve(hostname).then(
      (addresses) => {
        try {
          for (const { address } of addresses) refusePrivate(address);
        } catch (error) {
          return done(error as Error, '');
        }
        const [first] = addresses;
        if (options.all) return done(null, addresses);
        return done(null, first?.address ?? '', first?.family ?? 4);
      },
      (error: Error) => done(error, ''),
    );
  };
  const connect = buildConnector({ lookup, timeout: 15_000 });

  return (options: buildConnector.Options, done: buildConnector.Callback): void => {
    try {
      // An address in place of a name is never looked up.
      const host = bareHost(options.hostname);
      if (isIP(host)) refusePrivate(host);
    } catch (error) {
      done(error as Error, null);
      return;
    }
    connect(options, done);
  };
}

const toAddresses = (addresses: readonly string[]) =>
  addresses.map((address) => ({ address, family: isIP(address) }));

// The rest of IPv6 is not given out, or embeds IPv4 addresses (RFC 4291, section 2.5.5.1).
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Returns whether an address is one of the public internet, in whatever form it is written. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}

/** Returns whether the host of a URL is a loopback address or a name for one. */
export const namesThisMachine = (hostname: string): boolean =>
  isLoopback(bareHost(hostname)) || hostname.endsWith('.localhost');

/** Returns an IPv6 address without its brackets. */
const bareHost = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');
