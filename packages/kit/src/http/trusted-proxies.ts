import { BlockList, isIP } from 'node:net';
import type { readEnv } from '../env.ts';
import { plainAddress } from './counted-address.ts';

/** Returns whether an address is a proxy of ours; `hop` counts from 0 at the connection's own peer. */
export type TrustProxy = (address: string, hop: number) => boolean;

export const noProxies: TrustProxy = () => false;

/**
 * Reads TRUST_PROXY: how many proxies stand before the server, or the networks they are in
 * (`10.0.0.0/8,::1`). Trusting whoever connects would let anybody name any address.
 */
export function readTrustProxy(env: ReturnType<typeof readEnv>): TrustProxy {
  const text = env.optional('TRUST_PROXY')?.trim() ?? 'off';
  if (/^(off|false|no)$/i.test(text)) return noProxies;
  if (/^\d{1,2}$/.test(text)) return (_address, hop) => hop < Number(text);
  return trustNetworks(text) ?? env.fault(refusal, noProxies);
}

const refusal =
  'TRUST_PROXY must be the number of proxies before the server, or the networks they are in, ' +
  'as in 10.0.0.0/8,::1 (on would believe any address that a caller invents)';

/** Trusts the addresses of networks in CIDR notation, with commas; undefined when one is none. */
function trustNetworks(text: string): TrustProxy | undefined {
  const list = new BlockList();
  for (const network of text.split(',')) {
    const [address = '', bits] = network.trim().split('/');
    const version = isIP(address);
    const most = version === 4 ? 32 : 128;
    if (!version || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return undefined;
    const length = bits === undefined ? most : Number(bits);
    if (length > most) return undefined;
    list.addSubnet(address, length, version === 4 ? 'ipv4' : 'ipv6');
  }
  return (address) => {
    const plain = plainAddress(address);
    return plain !== undefined && list.check(plain, isIP(plain) === 4 ? 'ipv4' : 'ipv6');
  };
}
