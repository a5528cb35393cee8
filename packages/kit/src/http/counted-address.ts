import { isIP, isIPv6 } from 'node:net';

/**
 * Returns what limits count as one address: IPv6 by its first 64 bits, since a subscriber has all
 * that follow them (RFC 6177), and IPv4 that came by IPv6 as IPv4.
 */
export function countedAddress(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return mappedAddress(groups) ?? `${network.join(':')}::/64`;
}

/**
 * Returns an address as networks hold it: IPv4 that came by IPv6 as IPv4, in whatever spelling, and
 * no zone. Undefined for a text that is no address.
 */
export function plainAddress(text: string): string | undefined {
  const [address = ''] = text.split('%', 1);
  if (isIP(text) === 0) return undefined;
  return (isIPv6(address) ? mappedAddress(groupsOf(address)) : undefined) ?? address;
}

/** Returns the IPv4 address that an IPv6 address stands for (RFC 4291, section 2.5.5.2), if it does. */
function mappedAddress(groups: readonly number[]): string | undefined {
  if (groups.slice(0, 5).some((group) => group !== 0) || groups[5] !== 0xffff) return undefined;
  const [high = 0, low = 0] = groups.slice(6);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Returns the eight numbers of an IPv6 address; a zone after it is left out. */
function groupsOf(address: string): number[] {
  const [written = ''] = address.split('%', 1);
  const [before = [], after = []] = written
    .split('::')
    .map((part) => part.split(':').flatMap(numbers));
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function numbers(group: string): number[] {
  if (group === '') return [];
  if (!group.includes('.')) return [Number.parseInt(group, 16)];
  const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
  return [(a << 8) | b, (c << 8) | d];
}
