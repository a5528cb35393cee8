import type { ProviderName } from '../../calendar-providers.ts';
import { google } from './google/google.ts';
import { microsoft } from './microsoft/microsoft.ts';
import type { Provider } from './provider.ts';

/** The calendar providers by the name that the API gives them. */
export const providers: Record<ProviderName, Provider> = {
  PROVIDER_A: google,
  PROVIDER_B: microsoft,
};
