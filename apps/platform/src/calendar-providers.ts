/** The calendar providers by the names that the API gives them, each with the one that people know. */
export const providerTitles = { PROVIDER_A: 'Google', PROVIDER_B: 'Microsoft' } as const;

export type ProviderName = keyof typeof providerTitles;

export const providerNames = Object.keys(providerTitles) as ProviderName[];

/** Says where a provider is, and how we are known to it. */
export type ProviderSettings = {
  name: ProviderName;
  alias: string;
  baseUrl: string;
  authorizationUrl: string;
  tokenUrl: string;
  /** Says where a grant is ended (RFC 7009); null where the provider has no such endpoint. */
  revocationUrl: string | null;
  clientId: string;
  clientSecret: string;
  scopes: string;
};

/** A provider's settings where the operator sets no others. */
export type ProviderDefaults = Omit<ProviderSettings, 'clientId' | 'clientSecret'>;

export const providerDefaults: Record<ProviderName, ProviderDefaults> = {
  PROVIDER_A: {
    name: 'PROVIDER_A',
    alias: 'google',
    baseUrl: 'https://www.googleapis.com',
    authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    revocationUrl: 'https://oauth2.googleapis.com/revoke',
    scopes:
      'https://www.googleapis.com/auth/calendar.events https://www.googleapis.com/auth/calendar.readonly',
  },
  PROVIDER_B: {
    name: 'PROVIDER_B',
    alias: 'microsoft',
    baseUrl: 'https://graph.microsoft.com',
    authorizationUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    tokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    // Microsoft has no endpoint at which an application ends one person's consent.
    revocationUrl: null,
    scopes: 'offline_access User.Read Calendars.ReadWrite',
  },
};
