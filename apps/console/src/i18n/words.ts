import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { Area, WordPlace, Words } from './keys.ts';

/** One file an area and language. Each is a chunk of its own, loaded with the first screen that needs it. */
const files = import.meta.glob<Record<string, unknown>>('./*/*.json', { import: 'default' });
/** The platform's own words for the values of people's fields, which its imports read: part of `enums`. */
const platformWords = import.meta.glob<Record<string, unknown>>(
  '../../../platform/src/words/*.json',
  {
    import: 'default',
  },
);

export const languages = ['es', 'en'] as const;
export type Language = (typeof languages)[number];
/** The areas that every page needs. */
const common = ['common', 'enums'];
const wanted = new Set(common);

export const currentLanguage = (): Language => (i18next.language === 'en' ? 'en' : 'es');

/** Returns the language of ours that comes first in the browser's list. */
export function preferredByBrowser(): Language {
  const tags = navigator.languages.map((tag) => tag.slice(0, 2));
  return (
    languages.find(
      (language) => language === tags.find((tag) => languages.some((each) => each === tag)),
    ) ?? 'es'
  );
}

export async function startWords(language: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    ns: common,
    defaultNS: 'common',
    resources: {},
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
    returnEmptyString: false,
  });
  await changeLanguage(language);
}

/** Loads the words of areas, in the language that is on; what is there already is not asked for. */
export async function loadWords(
  areas: readonly string[],
  language = currentLanguage(),
): Promise<void> {
  for (const area of areas) wanted.add(area);
  await Promise.all(
    areas
      .filter((area) => !i18next.hasResourceBundle(language, area))
      .map(async (area) => {
        const load = files[`./${language}/${area}.json`];
        if (!load) throw new Error(`There are no words of ${area} in ${language}`);
        const shared = platformWords[`../../../platform/src/words/${language}.json`];
        const words =
          area === 'enums' ? { ...(await shared?.()), ...(await load()) } : await load();
        i18next.addResourceBundle(language, area, words);
      }),
  );
}

/** Shows everything in another language, at once. */
export async function changeLanguage(language: Language): Promise<void> {
  await loadWords([...wanted], language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Returns the words of an area: `const t = useWords('people'); t('list.title')`. */
export const useWords = <A extends Area>(area: A): Words<A> =>
  useTranslation(area).t as unknown as Words<A>;
/** The same outside of components. */
export const wordsOf = <A extends Area>(area: A): Words<A> =>
  i18next.getFixedT(null, area) as unknown as Words<A>;
/** Returns the word for a key that is stated with its area. */
export const wordAt = (place: WordPlace): string => i18next.t(place as string);
