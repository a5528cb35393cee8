import type { Provider } from '../provider.ts';
import { isSameIanaZone } from '../times.ts';
import { eventIdOf } from './events.ts';
import { webhook } from './webhook.ts';

/** Google Calendar, by its v3 protocol. */
export const google: Provider = {
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
