import { expect, test } from 'vitest';
import { countedAddress } from './counted-address.ts';

test('IPv6 counts by its first 64 bits, however it is written', () => {
  for (const address of [
    '2001:db8:1:2::',
    '2001:DB8:1:2:ffff:ffff:ffff:ffff',
    '2001:0db8:0001:0002:0:0:0:1',
    '2001:db8:1:2::192.0.2.1',
    '2001:db8:1:2::1%eth0',
  ])
    expect(countedAddress(address), address).toBe('2001:db8:1:2::/64');
  expect(countedAddress('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64');
  expect(countedAddress('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(countedAddress('::1')).toBe('0:0:0:0::/64');
});

test('IPv4 counts whole, also where it came by IPv6', () => {
  for (const address of [
    '192.0.2.1',
    '::ffff:192.0.2.1',
    '::FFFF:c000:201',
    '0:0:0:0:0:ffff:c000:0201',
  ])
    expect(countedAddress(address), address).toBe('192.0.2.1');
  expect(countedAddress('nonsense')).toBe('nonsense');
});
