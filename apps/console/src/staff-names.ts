import { useQueries } from '@tanstack/react-query';
import { call } from './api.ts';
import { can } from './can.ts';
import type { SearchKey } from './search.ts';
import { getSession } from './session.ts';

/** Returns the filter of a list that an address narrows to somebody of the staff, by its name there; none otherwise. */
export function useStaffFilter(key: SearchKey, label: string, staffUuid: string | undefined) {
  const nameOf = useStaffNames(staffUuid ? [staffUuid] : []);
  return staffUuid
    ? [{ key, label, options: [{ value: staffUuid, label: nameOf(staffUuid) ?? '…' }] }]
    : [];
}

/** Returns a function that names staff members by identifier; undefined while it is not known. */
export function useStaffNames(uuids: readonly string[]): (uuid: string) => string | undefined {
  const user = getSession()?.user;
  const others = [...new Set(uuids)].filter((uuid) => uuid !== user?.userUuid);
  const isAllowed = can('getStaffMember', user);
  const answers = useQueries({
    queries: (isAllowed ? others : []).map((staffUuid) => ({
      queryKey: ['getStaffMember', { path: { tenantStaffUuid: staffUuid } }],
      queryFn: () => call('getStaffMember', { path: { tenantStaffUuid: staffUuid } }),
      staleTime: 600_000,
      retry: false,
    })),
  });
  const names = new Map(
    answers.flatMap(({ data }) =>
      data ? [[data.tenantStaffUuid, `${data.firstName} ${data.paternalLastName}`] as const] : [],
    ),
  );
  return (uuid) => (uuid === user?.userUuid ? user.displayName : names.get(uuid));
}
