import { expect, test } from 'vitest';
import { readEnv } from '../env.ts';
import { readTrustProxy } from './trusted-proxies.ts';

const read = (TRUST_PROXY: string) => {
  const env = readEnv({ TRUST_PROXY });
  const trust = readTrustProxy(env);
  env.done();
  return trust;
};

test('proxies are trusted by their number', () => {
  const trust = read('2');
  expect([0, 1, 2].map((hop) => trust('203.0.113.9', hop))).toEqual([true, true, false]);
  expect(read('')('127.0.0.1', 0)).toBe(false);
  expect(read('off')('127.0.0.1', 0)).toBe(false);
});

test('proxies are trusted by their networks', () => {
  const trust = read('10.0.0.0/8, 127.0.0.1,fd00::/8');
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '::ffff:a01:203', '127.0.0.1', 'fd12::1'])
    expect(trust(address, 5), address).toBe(true);
  for (const address of ['11.0.0.1', '127.0.0.2', '::1', 'nonsense', ''])
    expect(trust(address, 0), address).toBe(false);
});

test.each(['on', 'true', 'yes', 'all', '10.0.0.0/33', '10.0.0/8', 'loopback', '1,on', '-1', '0x1'])(
  '%s is refused in words',
  (text) => expect(() => read(text)).toThrow(/TRUST_PROXY must be the number of proxies/),
);
