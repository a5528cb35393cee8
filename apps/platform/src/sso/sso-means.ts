import { createSsoSecrets } from '../auth/sso/sso-secrets.ts';
import type { Config } from '../config.ts';
import { createProofRecords } from '../tenants/domains/dns-proof.ts';
import { createProviderFetch } from './provider-fetch.ts';
import { createStates } from './states.ts';

export type SsoMeans = ReturnType<typeof createSsoMeans>;

/** Makes what signing in by firms’ providers needs: the way to ask them, the look at name servers, the seal. */
export function createSsoMeans(config: Config) {
  return {
    providerFetch: createProviderFetch(config),
    proofRecords: createProofRecords(config),
    secrets: createSsoSecrets(config.secretKeys),
    states: createStates(config.secretKeys),
  };
}
