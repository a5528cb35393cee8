import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type AnswerOf, type ApiError, call } from '../api.ts';
import { type Kind, kinds } from './kinds.ts';

export type Checked = Extract<AnswerOf<'importContacts'>, { sample: unknown }>;

/** Says how a file is read: the query of its import. */
export type Reading = {
  mapping?: string;
  defaults?: string;
  decimal?: 'COMMA' | 'POINT';
  onExisting?: 'SKIP' | 'UPDATE';
  invite?: boolean;
};

export const csvType = { 'content-type': 'text/csv' };

/** Reads what an import of a file would do, which writes nothing. */
export function useCheck(
  kind: Kind,
  file: File,
  reading: Reading,
  enabled = true,
): UseQueryResult<Checked, ApiError> {
  return useQuery<Checked, ApiError>({
    queryKey: ['checkFile', kind, file.name, file.size, file.lastModified, reading],
    queryFn: async ({ signal }) => {
      const query = { ...reading, dryRun: true };
      const input = { query, body: file, headers: csvType };
      return (await call(kinds[kind].send, input, { signal })) as Checked;
    },
    enabled,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}
