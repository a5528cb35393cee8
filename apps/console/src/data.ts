import {
  hashKey,
  keepPreviousData,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { type AnswerOf, ApiError, call, type InputOf, type OperationId } from './api.ts';
import { rolesFor } from './can.ts';
import { getSession } from './session.ts';
import { readAnsweredBy, tagsOfRead, tagsOfWrite } from './tags.ts';

/** A failure that asking again may mend. */
const isPassing = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 503);

const listeners = new Set<(error: ApiError) => void>();

/** Calls back with every failure of a read or a write, wherever it is shown. */
export function onFailure(listener: (error: ApiError) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const onError = (error: unknown) => {
  if (error instanceof ApiError) for (const listener of listeners) listener(error);
};

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  // Without a network reads and writes fail at once and say so; none waits unseen to run later.
  defaultOptions: {
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 15_000,
      retry: (count, error) => count < 1 && isPassing(error) && navigator.onLine,
      refetchOnWindowFocus: false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

type ReadOptions<Id extends OperationId> = {
  enabled?: boolean;
  /** Keeps the rows of the page before while another page or filter loads. */
  keepsOld?: boolean;
  /** Asks again every so often, in milliseconds, while the page is visible. */
  every?: number | false | ((answer: AnswerOf<Id> | undefined) => number | false);
  staleTime?: number;
  /** Asks again when the person comes back to the tab: of what others change all day. */
  onReturn?: boolean;
  /** Nobody waits for it: it does not count as somebody being there. */
  isBackground?: boolean;
  /** Asks the first time, for this answer and those of the screen's other reads at once. */
  first?: () => Promise<AnswerOf<Id>>;
};

/** Returns what a read asks, and under which key its answer is kept. */
function readOf<Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
  { isBackground = false, first }: Pick<ReadOptions<Id>, 'isBackground' | 'first'> = {},
) {
  const queryKey = [id, input];
  return {
    queryKey,
    queryFn: ({ signal }: { signal: AbortSignal }) => {
      const isKnown = queryClient.getQueryData(queryKey) !== undefined;
      if (first && !isKnown) return first();
      return call(id, input, { signal, isBackground: isBackground || isKnown });
    },
  };
}

/** Asks for what a screen is about to read; a failure is the screen's, which asks again. */
export function askFor<Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
  first?: () => Promise<AnswerOf<Id>>,
): void {
  void queryClient.prefetchQuery(readOf(id, input, first ? { first } : {}));
}

/** Reads what an operation answers. What has been read before is refreshed in the background. */
export function useRead<Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
  {
    enabled = true,
    keepsOld = false,
    every = false,
    staleTime,
    onReturn = false,
    isBackground = false,
    first,
  }: ReadOptions<Id> = {},
): UseQueryResult<AnswerOf<Id>, ApiError> {
  return useQuery<AnswerOf<Id>, ApiError>({
    ...readOf(id, input, { isBackground, ...(first ? { first } : {}) }),
    // A page that still stands while its session ends asks for nothing any more.
    enabled: enabled && (getSession() !== undefined || rolesFor(id).length === 0),
    refetchOnWindowFocus: onReturn,
    refetchInterval: typeof every === 'function' ? ({ state }) => every(state.data) : every,
    ...(staleTime === undefined ? {} : { staleTime }),
    ...(keepsOld ? { placeholderData: keepPreviousData } : {}),
  });
}

/** Returns a write: `mutateAsync(input)`. What it changed is read again afterwards. */
export function useWrite<Id extends OperationId>(
  id: Id,
): UseMutationResult<AnswerOf<Id>, ApiError, InputOf<Id>> {
  return useMutation<AnswerOf<Id>, ApiError, InputOf<Id>>({
    mutationFn: (input) => call(id, input),
    onSuccess: (answer, { path }) => {
      const read = readAnsweredBy(id);
      const known = read && [read, { path }];
      if (known) queryClient.setQueryData(known, answer);
      void refreshAfter([id], known);
    },
  });
}

let wroteAt = Number.NEGATIVE_INFINITY;
/** Returns how long ago this page changed something, in milliseconds. */
export const sinceWriteMs = () => performance.now() - wroteAt;

/** Reads again what some operations changed and the screen shows; the rest when it is shown next. */
export function refreshAfter(writes: readonly OperationId[], answered?: QueryKey): Promise<void> {
  wroteAt = performance.now();
  const known = answered && hashKey(answered);
  return refreshTagged(writes.flatMap(tagsOfWrite), ({ queryHash }) => queryHash !== known);
}

/** Reads what some operations changed when it is shown next: what is on the screen shows it already. */
export function markOld(writes: readonly OperationId[]): void {
  wroteAt = performance.now();
  void refreshTagged(writes.flatMap(tagsOfWrite), undefined, 'none');
}

/** Reads again what has one of some tags. */
export function refreshTagged(
  tags: readonly string[],
  also: (query: Query) => boolean = () => true,
  refetchType: 'active' | 'none' = 'active',
): Promise<void> {
  const isOld = (query: Query) => {
    const [id] = query.queryKey as [OperationId];
    return also(query) && tagsOfRead(id).some((tag) => tags.includes(tag));
  };
  return queryClient.invalidateQueries({ predicate: isOld, refetchType });
}

/** Keeps the answer of a read that came with another one. */
export function fill<Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
  answer: AnswerOf<Id> | undefined,
): void {
  if (answer !== undefined) queryClient.setQueryData([id, input], answer);
}

/** Returns the own record of who is signed in, which is asked for once. */
export const readMe = (): Promise<AnswerOf<'getMe'>> =>
  queryClient.ensureQueryData({ queryKey: ['getMe', {}], queryFn: () => call('getMe', {}) });

/** Reads once a session what stands around every page, and keeps the answers of its parts. */
export const readStart = (): Promise<AnswerOf<'getStart'>> =>
  queryClient.ensureQueryData({
    queryKey: ['getStart', {}],
    gcTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const start = await call('getStart', {});
      fill('getInbox', {}, start.inbox);
      fill('getCalendarConnection', {}, start.calendar);
      fill('listContactStages', {}, start.lists?.stages);
      fill('listContactSources', {}, start.lists?.sources);
      fill('listContactSegments', {}, start.lists?.segments);
      return start;
    },
  });
