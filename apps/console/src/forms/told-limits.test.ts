import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import words from '../i18n/es/limits.json';
import { limits } from './body-limits.ts';
import { faultsOver, overIn } from './told-limits.ts';

beforeAll(async () => {
  await i18next.init({ lng: 'es', resources: { es: { limits: words } } });
});

test('What is over a limit is told with its count, and what is not is left alone', () => {
  const { createMeeting, updateContact, addHouseholdMember } = limits;
  const tooLong = { is: 'tooLong', limit: 255, length: 256 };
  expect(overIn(createMeeting, 'title', 'x'.repeat(256))).toEqual(tooLong);
  expect(overIn(createMeeting, 'title', ` ${'🙂'.repeat(255)}\n`)).toBeUndefined();
  expect(overIn(createMeeting, 'start', 'x'.repeat(256))).toBeUndefined();
  const lines = Array(101).fill('Empresa').join('\n');
  const tooMany = { is: 'tooMany', limit: 100, length: 101 };
  expect(overIn(updateContact, 'companyNames', lines)).toEqual(tooMany);
  expect(overIn(updateContact, 'companyNames', `Una\n${'x'.repeat(256)}`)).toEqual(tooLong);
  const share = (value: unknown) => overIn(addHouseholdMember, 'sharePercent', value);
  expect([share('150')?.is, share(-1)?.is]).toEqual(['tooLarge', 'tooSmall']);
  for (const value of ['', '0', 100, null, 'x']) expect(share(value), `${value}`).toBeUndefined();
});

test('A limit of a part is none of the whole text, and a list is counted as it is sent', () => {
  const policy = (text: string) => faultsOver('updateSecurityPolicy', { allowedNetworks: text });
  const networks = Array.from({ length: 6 }, (_, at) => `200.1.${at}.0/24`);
  for (const between of ['\n', ', ', '; ', ' '])
    expect(policy(networks.join(between)), between).toEqual({});
  expect(policy('x'.repeat(50))).toHaveProperty('allowedNetworks');
  expect(policy(Array(101).fill('10.0.0.0/8').join(' '))).toHaveProperty('allowedNetworks');

  const preferredPhoneNumber = '+56 (2) 2345 6789 anexo 12';
  const person = { preferredPhoneNumber, firstName: 'x'.repeat(256) };
  expect(Object.keys(faultsOver('updateContact', person))).toEqual(['firstName']);

  const domains = Array.from({ length: 20 }, (_, at) => `una-firma-${at}.example`).join(', ');
  const { updateSsoConnection } = limits;
  expect(overIn(updateSsoConnection, 'emailDomains', domains)).toBeUndefined();
});

test('A field that is not shown holds nothing up', () => {
  const values = { title: 'x'.repeat(256), meetingLink: 'x'.repeat(2001) };
  const isAsked = (path: string) => path !== 'meetingLink';
  expect(Object.keys(faultsOver('createMeeting', values, isAsked))).toEqual(['title']);
});
