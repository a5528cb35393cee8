import { useRead } from '../data.ts';

type Item = { value: string; label: string; order: number; isActive: boolean };

/** The firm's own words: what can be chosen, and what a stored value is called, retired ones too. */
function toList(items: readonly Item[] = []) {
  const sorted = [...items].sort((a, b) => a.order - b.order);
  const labels = new Map(items.map(({ value, label }) => [value, label]));
  return {
    options: sorted
      .filter(({ isActive }) => isActive)
      .map(({ value, label }) => ({ value, label })),
    labelOf: (value: string) => labels.get(value) ?? value,
  };
}

const options = { staleTime: 300_000 };
export const useStages = () => toList(useRead('listContactStages', {}, options).data);
export const useSources = () => toList(useRead('listContactSources', {}, options).data);
export const useSegments = () => toList(useRead('listContactSegments', {}, options).data);

/** All of the firm's lists at once. */
export const useLists = () => ({
  stages: useStages(),
  sources: useSources(),
  segments: useSegments(),
});
