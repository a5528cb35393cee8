import { useRef } from 'react';
import { call } from '../api.ts';
import { refreshAfter } from '../data.ts';
import { usePerson } from '../person.ts';
import { partsOfName } from '../records/person-name.ts';
import type { Found } from './party-search.tsx';

/**
 * Returns what makes somebody who was named while a household was put together: a person or an
 * organisation of that name. Who was made once is not made again when the household is tried again.
 */
export function useMake(): (party: Found) => Promise<Found> {
  const user = usePerson();
  const made = useRef(new Map<string, string>());
  return async (party) => {
    if (!party.isNew) return party;
    const uuid = made.current.get(party.uuid) ?? (await makeOne(party));
    made.current.set(party.uuid, uuid);
    return { ...party, uuid, isNew: false };
  };

  async function makeOne({ name, isOrganisation, uuid }: Found): Promise<string> {
    // The same key for the same party: an answer that was lost is answered again.
    const headers = { 'idempotency-key': uuid };
    if (isOrganisation) {
      const { organisationUuid } = await call('createOrganisation', { body: { name }, headers });
      void refreshAfter(['createOrganisation']);
      return organisationUuid;
    }
    const { contactUuid } = await call('createContact', {
      body: {
        ...partsOfName(name),
        contactType: 'PROSPECT',
        contactMeans: 'PHONE',
        preferredContactLanguage: 'SPANISH',
        status: 'ACTIVE',
        firmId: user?.tenantUuid ?? '',
        firmType: 'TENANT',
        contactManagerId: user?.userUuid ?? '',
        contactManagerFirmType: 'TENANT',
      },
      headers,
    });
    void refreshAfter(['createContact']);
    return contactUuid;
  }
}
