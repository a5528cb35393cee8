import { useRead } from '../data.ts';

export const options = { staleTime: 300_000 };

/**
 * Returns whether events of a type bear an attribute: asking for one that none has is an error. Where that
 * could not be read the question is asked all the same, and what is wrong is told in its place.
 */
export function useHas(event: string, attribute: string): boolean | undefined {
  const catalogue = useRead('getAnalyticsCatalogue', {}, options);
  if (catalogue.isError) return true;
  const own = catalogue.data?.eventTypes.find(({ eventType }) => eventType === event);
  return catalogue.data && (own?.attributes.includes(attribute) ?? false);
}
