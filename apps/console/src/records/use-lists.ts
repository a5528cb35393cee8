import { useRead } from '../data.ts';
import { currentLanguage, useWords } from '../i18n/words.ts';

type Item = { value: string; label: string; order: number; isActive: boolean };

/** Returns whether a label only says its own value, as those of a list that the firm never changed do. */
const isUnnamed = ({ value, label }: Item) => label.toUpperCase().replace(/\W+/g, '_') === value;

type WordOf = (value: string, otherwise: string) => string;
/** Every row of a table asks for the same list: it is made once for each answer and language. */
const made = new WeakMap<readonly Item[], { language: string; list: ReturnType<typeof toList> }>();

function listOf(items: readonly Item[] | undefined, wordOf: WordOf) {
  if (!items) return toList([], wordOf);
  const known = made.get(items);
  const language = currentLanguage();
  if (known?.language === language) return known.list;
  const list = toList(items, wordOf);
  made.set(items, { language, list });
  return list;
}

/** The firm's own words: what can be chosen, and what a stored value is called, retired ones too. */
function toList(items: readonly Item[], wordOf: WordOf) {
  const named = items.map((item) => ({
    ...item,
    label: isUnnamed(item) ? wordOf(item.value, item.label) : item.label,
  }));
  const labels = new Map(named.map(({ value, label }) => [value, label]));
  return {
    options: named
      .sort((a, b) => a.order - b.order)
      .filter(({ isActive }) => isActive)
      .map(({ value, label }) => ({ value, label })),
    labelOf: (value: string) => labels.get(value) ?? wordOf(value, value),
  };
}

const options = { staleTime: 300_000 };

export function useStages(enabled = true) {
  const t = useWords('enums');
  const { data } = useRead('listContactStages', {}, { ...options, enabled });
  return listOf(data, (value, defaultValue) => t(`stages.${value}`, { defaultValue }));
}

export function useSources(enabled = true) {
  const t = useWords('enums');
  const { data } = useRead('listContactSources', {}, { ...options, enabled });
  return listOf(data, (value, defaultValue) => t(`sources.${value}`, { defaultValue }));
}

export function useSegments(enabled = true) {
  const t = useWords('enums');
  const { data } = useRead('listContactSegments', {}, { ...options, enabled });
  return listOf(data, (value, defaultValue) => t(`segments.${value}`, { defaultValue }));
}

/** All of the firm's lists at once; unasked for where nothing needs them. */
export const useLists = (isNeeded = true) => ({
  stages: useStages(isNeeded),
  sources: useSources(isNeeded),
  segments: useSegments(isNeeded),
});
