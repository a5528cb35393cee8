import type { Provider } from '../provider.ts';
import { webhook } from './webhook.ts';
import { isSameZone } from './zones.ts';

/** Outlook calendars, by Microsoft Graph. */
export const microsoft: Provider = {
  defaults: {
    name: 'PROVIDER_B',
    alias: 'microsoft',
    baseUrl: 'https://graph.microsoft.com',
    authorizationUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    tokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    // Microsoft has no endpoint at which an application ends one person's consent.
    revocationUrl: null,
    scopes: 'offline_access User.Read Calendars.ReadWrite',
  },
  authorizationParams: { prompt: 'select_account' },
  webhook,
  async open(settings, tokens, options) {
    const { openMicrosoft } = await import('./client.ts');
    return openMicrosoft(settings, tokens, options);
  },
  listsGuests: false,
  isSameZone,
};
