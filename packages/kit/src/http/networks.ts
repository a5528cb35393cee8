import { isIP } from 'node:net';
import { plainAddress } from './counted-address.ts';

/**
 * Returns a network in CIDR notation as it is kept: one of IPv4 addresses that are written as IPv6 is
 * one of IPv4. Undefined for what is no network, such as one that states bits beyond its length, which
 * is often a slip of the pen.
 */
export function readNetwork(text: string): string | undefined {
  const [, address = '', bits = ''] = /^([\da-f.:]+)\/(0|[1-9]\d{0,2})$/i.exec(text) ?? [];
  const plain = plainAddress(address);
  if (plain === undefined) return undefined;
  const isMapped = isIP(address) === 6 && isIP(plain) === 4;
  const length = Number(bits) - (isMapped ? 96 : 0);
  const binary = isIP(plain) === 4 ? binaryOf(plain.split('.'), 10, 8) : binaryOfIpv6(plain);
  if (length < 0 || length > binary.length || binary.slice(length).includes('1')) return undefined;
  return `${plain.toLowerCase()}/${length}`;
}

function binaryOfIpv6(address: string): string {
  // The URL parser writes an address out in one form, without an IPv4 tail.
  const { hostname } = new URL(`http://[${address}]`);
  const [before = [], after = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return binaryOf([...before, ...zeros, ...after], 16, 16);
}

function binaryOf(parts: readonly string[], radix: number, width: number): string {
  return parts
    .map((part) => Number.parseInt(part, radix).toString(2).padStart(width, '0'))
    .join('');
}
