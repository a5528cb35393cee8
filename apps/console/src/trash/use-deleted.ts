import type { UseQueryResult } from '@tanstack/react-query';
import type { AnswerOf, ApiError } from '../api.ts';
import { useRead } from '../data.ts';
import type { ListState } from '../records/list-state.ts';
import { nameOf } from '../records/person-name.ts';
import type { Kind } from './kinds.ts';

/** Something that was deleted, as the trash shows it. */
export type Deleted = { kind: Kind; uuid: string; name: string; about: string; deletedAt: string };
type PageOf = Omit<AnswerOf<'filterContacts'>, 'content'> & { content: Deleted[] };

/** Reads a page of what was deleted of a kind, the latest first. */
export function useDeleted(
  kind: Kind,
  { search, paging }: ListState,
): UseQueryResult<PageOf, ApiError> {
  const isGone = { field: 'deletedAt', operator: 'IS_NOT_NULL' as const };
  const named = search.q ? [{ field: 'name', operator: 'CONTAINS' as const, value: search.q }] : [];
  const body = { ...paging, includeDeleted: true };
  const options = (own: Kind) => ({ enabled: kind === own, keepsOld: true });
  const people = useRead(
    'filterContacts',
    { body: { ...body, filters: [isGone], ...(search.q ? { searchTerm: search.q } : {}) } },
    options('CONTACT'),
  );
  const byName = { body: { ...body, filters: [isGone, ...named] } };
  const households = useRead('filterHouseholds', byName, options('HOUSEHOLD'));
  const organisations = useRead('filterOrganisations', byName, options('ORGANISATION'));
  if (kind === 'HOUSEHOLD')
    return shown(households, (row) => ({
      kind,
      uuid: row.householdUuid,
      name: row.name,
      about: row.relationshipManagerName,
      deletedAt: row.deletedAt ?? '',
    }));
  if (kind === 'ORGANISATION')
    return shown(organisations, (row) => ({
      kind,
      uuid: row.organisationUuid,
      name: row.name,
      about: row.taxId ?? '',
      deletedAt: row.deletedAt ?? '',
    }));
  return shown(people, (row) => ({
    kind,
    uuid: row.contactUuid,
    name: nameOf(row),
    about: row.preferredEmail ?? row.primaryEmail ?? '',
    deletedAt: row.deletedAt ?? '',
  }));
}

/** Returns a read whose rows are shown as the trash shows them. */
const shown = <Row>(
  read: UseQueryResult<Omit<PageOf, 'content'> & { content: Row[] }, ApiError>,
  show: (row: Row) => Deleted,
) =>
  ({
    ...read,
    data: read.data && { ...read.data, content: read.data.content.map(show) },
  }) as UseQueryResult<PageOf, ApiError>;
