import { type CalendarClient, ProviderError, type ProviderEvent } from '../providers/provider.ts';

/** Returns an event as it is now; 'unknown' where the provider has no way to ask. */
export async function findOrUnknown(
  client: CalendarClient,
  externalId: string,
): Promise<ProviderEvent | 'unknown'> {
  return client.get(externalId).catch((error) => {
    if (error instanceof ProviderError && error.code === 'NOT_SUPPORTED') return 'unknown' as const;
    throw error;
  });
}
