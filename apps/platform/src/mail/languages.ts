export const languages = ['SPANISH', 'ENGLISH'] as const;
export type Language = (typeof languages)[number];

/**
 * Returns the language of a mail by what is known of its reader; whatever is not English is
 * Spanish.
 */
export function toLanguage(language: string | null | undefined): Language {
  return /^en/i.test(language ?? '') ? 'ENGLISH' : 'SPANISH';
}
