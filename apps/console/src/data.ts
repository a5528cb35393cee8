import {
  keepPreviousData,
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

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (count, error) => count < 1 && isPassing(error) && navigator.onLine,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
});

type ReadOptions = {
  enabled?: boolean;
  /** Keeps the rows of the page before while another page or filter loads. */
  keepsOld?: boolean;
  /** Asks again every so often, in milliseconds, while the page is visible. */
  every?: number | false;
  staleTime?: number;
};

/** Reads what an operation answers. What has been read before is refreshed in the background. */
export function useRead<Id extends OperationId>(
  id: Id,
  input: InputOf<Id>,
  { enabled = true, keepsOld = false, every = false, staleTime }: ReadOptions = {},
): UseQueryResult<AnswerOf<Id>, ApiError> {
  const queryKey = [id, input];
  return useQuery<AnswerOf<Id>, ApiError>({
    queryKey,
    queryFn: ({ signal }) => {
      const isBackground = queryClient.getQueryData(queryKey) !== undefined;
      return call(id, input, { signal, isBackground });
    },
    enabled,
    refetchInterval: every,
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
