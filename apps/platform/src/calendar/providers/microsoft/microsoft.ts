import type { Provider } from '../provider.ts';

/** Outlook calendars, by Microsoft Graph. */
export const microsoft: Provider = {
  async open(settings, tokens, timeoutMs) {
    const { openMicrosoft } = await import('./client.ts');
    return openMicrosoft(settings, tokens, timeoutMs);
  },
  listsGuests: false,
};
