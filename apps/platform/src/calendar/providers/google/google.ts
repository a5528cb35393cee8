import type { Provider } from '../provider.ts';
import { isSameIanaZone } from '../times.ts';
import { eventIdOf } from './events.ts';
import { webhook } from './webhook.ts';

/** Google Calendar, by its v3 protocol. */
export const google: Provider = {
  defaults: {
    name: 'PROVIDER_A',
    alias: 'google',
    baseUrl: 'https://www.googleapis.com',
    authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    revocationUrl: 'https://oauth2.googleapis.com/revoke',
    scopes:
      'https://www.googleapis.com/auth/calendar.events https://www.googleapis.com/auth/calendar.readonly',
  },
  // A refresh token is given only for offline access, and surely only when asked anew.
  authorizationParams: { access_type: 'offline', prompt: 'consent' },
  webhook,
  async open(settings, tokens, options) {
    const { openGoogle } = await import('./client.ts');
    return openGoogle(settings, tokens, options);
  },
  listsGuests: true,
  isSameZone: isSameIanaZone,
  icalUidOf: (meetingUuid) => `${eventIdOf(meetingUuid)}@google.com`,
};
