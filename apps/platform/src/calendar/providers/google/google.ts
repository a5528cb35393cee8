import type { Provider } from '../provider.ts';
import { eventIdOf } from './events.ts';

/** Google Calendar, by its v3 protocol. */
export const google: Provider = {
  async open(settings, tokens, timeoutMs) {
    const { openGoogle } = await import('./client.ts');
    return openGoogle(settings, tokens, timeoutMs);
  },
  listsGuests: true,
  icalUidOf: (meetingUuid) => `${eventIdOf(meetingUuid)}@google.com`,
};
