/** Each language by its own name, whatever language is on. */
export const languageNames = { es: 'Español', en: 'English' } as const;

/** The languages that a person may have, as the API names them. */
export const languageOptions = [
  { value: 'SPANISH', label: languageNames.es },
  { value: 'ENGLISH', label: languageNames.en },
] as const;
