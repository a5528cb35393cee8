import type { Config } from '../config.ts';
import { createCipher, derivedKey } from '../database/cipher.ts';
import { createProofRecords } from '../tenants/domains/dns-proof.ts';
import { createProviderFetch } from './provider-fetch.ts';

export type SsoMeans = ReturnType<typeof createSsoMeans>;

/** Makes what signing in by firms’ providers needs: the way to ask them, the look at name servers, the seal. */
export function createSsoMeans(config: Config) {
  return {
    providerFetch: createProviderFetch(config),
    proofRecords: createProofRecords(config),
    secrets: createCipher([derivedKey(config.secretKey, 'atrium identity providers')]),
  };
}
