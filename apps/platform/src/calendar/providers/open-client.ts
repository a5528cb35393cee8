import type { CalendarClient, ProviderSettings, TokenSource } from './provider.ts';

/** A user's calendar at a provider, by the protocol that the provider speaks. */
export async function openClient(
  settings: ProviderSettings,
  tokens: TokenSource,
  timeoutMs: number,
): Promise<CalendarClient> {
  if (settings.name === 'PROVIDER_A') {
    const { openProviderA } = await import('./google/client.ts');
    return openProviderA(settings, tokens, timeoutMs);
  }
  const { openProviderB } = await import('./microsoft/client.ts');
  return openProviderB(settings, tokens, timeoutMs);
}
