import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { type AnswerOf, ApiError, call, type InputOf, type OperationId } from './api.ts';

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
      refetchOnWindowFocus: true,
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
};

/** Reads what an operation answers. What has been read before is refreshed in the background. */
export function useRead<Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
  { enabled = true, keepsOld = false, every = false, staleTime }: ReadOptions<Id> = {},
): UseQueryResult<AnswerOf<Id>, ApiError> {
  const queryKey = [id, input];
  return useQuery<AnswerOf<Id>, ApiError>({
    queryKey,
    queryFn: ({ signal }) => {
      const isBackground = queryClient.getQueryData(queryKey) !== undefined;
      return call(id, input, { signal, isBackground });
    },
    enabled,
    refetchInterval: typeof every === 'function' ? ({ state }) => every(state.data) : every,
    ...(staleTime === undefined ? {} : { staleTime }),
    ...(keepsOld ? { placeholderData: keepPreviousData } : {}),
  });
}

/** Returns a write: `mutateAsync(input)`. What is on the screen is read again afterwards. */
export function useWrite<Id extends OperationId>(
  id: Id,
): UseMutationResult<AnswerOf<Id>, ApiError, InputOf<Id>> {
  return useMutation<AnswerOf<Id>, ApiError, InputOf<Id>>({
    mutationFn: (input) => call(id, input),
    onSuccess: () => void queryClient.invalidateQueries(),
  });
}
