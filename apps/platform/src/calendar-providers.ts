/** The calendar providers by the names that the API gives them, each with the one that people know. */
export const providerTitles = { PROVIDER_A: 'Google', PROVIDER_B: 'Microsoft' } as const;

export type ProviderName = keyof typeof providerTitles;

export const providerNames = Object.keys(providerTitles) as ProviderName[];
