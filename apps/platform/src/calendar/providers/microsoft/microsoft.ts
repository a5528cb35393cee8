import type { Provider } from '../provider.ts';
import { webhook } from './webhook.ts';
import { isSameZone } from './zones.ts';

/** Outlook calendars, by Microsoft Graph. */
export const microsoft: Provider = {
  authorizationParams: { prompt: 'select_account' },
  webhook,
  async open(settings, tokens, options) {
    const { openMicrosoft } = await import('./client.ts');
    return openMicrosoft(settings, tokens, options);
  },
  listsGuests: false,
  isSameZone,
};
