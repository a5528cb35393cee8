import { foldText } from '@atrium/kit/texts/folding.ts';
import { can } from '../can.ts';
import { useRead } from '../data.ts';
import { pathTo } from '../paths.ts';
import { usePerson } from '../person.ts';
import type { FoundGroup } from './found.ts';
import { isOpenTo } from './places.ts';

const size = 5;

/** Searches what those who run a firm or the platform open: the firm's partners, and the firms. */
export function useFirmFound(
  term: string,
  isAsked: boolean,
): { groups: FoundGroup[]; isSearching: boolean } {
  const user = usePerson();
  const isSeen = (page: 'partners' | 'tenants', operation: 'listPartners' | 'filterTenants') =>
    isAsked && user !== undefined && can(operation, user) && isOpenTo(page, user);
  const partners = useRead(
    'listPartners',
    { query: { size: 100 } },
    { enabled: isSeen('partners', 'listPartners'), staleTime: 60_000 },
  );
  const filters = [{ field: 'name', operator: 'CONTAINS' as const, value: term }];
  const firms = useRead(
    'filterTenants',
    { body: { filters, size, sort: ['name,asc'] } },
    { enabled: isSeen('tenants', 'filterTenants'), keepsOld: true },
  );
  const wanted = foldText(term);
  const groups: FoundGroup[] = [];
  if (partners.isEnabled)
    groups.push({
      name: 'partners',
      failed: partners.isError,
      items: (partners.data?.content ?? [])
        .filter(({ name }) => foldText(name).includes(wanted))
        .slice(0, size)
        .map(({ partnerUuid, name }) => ({
          kind: 'partner',
          href: pathTo('partners', { partner: partnerUuid }),
          label: name,
        })),
    });
  if (firms.isEnabled)
    groups.push({
      name: 'firms',
      failed: firms.isError,
      items: (firms.data?.content ?? []).map(({ tenantUuid, name, code }) => ({
        kind: 'firm',
        href: pathTo('tenant', { tenantUuid }),
        label: name,
        hint: code,
      })),
    });
  return { groups, isSearching: partners.isFetching || firms.isFetching };
}
