import { readEnv } from '@atrium/kit/env.ts';
import { describe, expect, test } from 'vitest';
import { readCalendar, settingsOf } from './calendar-settings.ts';

function read(source: Record<string, string>) {
  const env = readEnv(source);
  const settings = readCalendar(env);
  env.done();
  return settings;
}

describe('Calendar settings', () => {
  test('are named after the provider', () => {
    const settings = read({
      CALENDAR_GOOGLE_CLIENT_ID: 'g',
      CALENDAR_MICROSOFT_ALIAS: 'Outlook',
      CALENDAR_MICROSOFT_BASE_URL: 'https://graph.example/v1.0',
    });
    expect(settingsOf(settings, 'PROVIDER_A')).toMatchObject({ alias: 'google', clientId: 'g' });
    expect(settingsOf(settings, 'PROVIDER_B')).toMatchObject({
      alias: 'outlook',
      baseUrl: 'https://graph.example',
    });
  });

  test('under their former names are refused in words that name the new ones', () => {
    const former = { CALENDAR_A_CLIENT_ID: 'x', CALENDAR_B_TOKEN_URL: 'https://login.example' };
    expect(() => read(former)).toThrow(
      'CALENDAR_A_CLIENT_ID is now called CALENDAR_GOOGLE_CLIENT_ID; ' +
        'CALENDAR_B_TOKEN_URL is now called CALENDAR_MICROSOFT_TOKEN_URL',
    );
    expect(() => read({ CALENDAR_A_CLIENT_ID: '' })).not.toThrow();
  });

  test('send tokens to Google’s revocation endpoint only if Google gave them', () => {
    const urlOf = (source: Record<string, string>) =>
      settingsOf(read(source), 'PROVIDER_A').revocationUrl;
    const elsewhere = { CALENDAR_GOOGLE_TOKEN_URL: 'http://127.0.0.1:1/token' };
    const revocation = { CALENDAR_GOOGLE_REVOCATION_URL: 'http://127.0.0.1:1/revoke' };
    expect(urlOf({})).toBe('https://oauth2.googleapis.com/revoke');
    expect(urlOf(elsewhere)).toBeNull();
    expect(urlOf({ ...elsewhere, ...revocation })).toBe('http://127.0.0.1:1/revoke');
  });
});
