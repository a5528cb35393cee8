import { useRead } from '../data.ts';

export const options = { staleTime: 300_000 };

/** Returns whether events of a type bear an attribute: asking for one that none has is an error. */
export function useHas(event: string, attribute: string): boolean | undefined {
  const catalogue = useRead('getAnalyticsCatalogue', {}, options);
  const own = catalogue.data?.eventTypes.find(({ eventType }) => eventType === event);
  return catalogue.data && (own?.attributes.includes(attribute) ?? false);
}
