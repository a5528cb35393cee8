import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ApiError } from '../api.ts';

type Schema = {
  properties?: Readonly<Record<string, Schema>>;
  description?: string;
  type?: string | readonly string[];
};
type Body = { content: { 'application/json': { schema: Schema; example?: unknown } } };
export type Operation = {
  operationId: string;
  summary: string;
  tags: readonly string[];
  parameters?: readonly { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Readonly<Record<string, { example?: unknown }>> };
};
export type ApiDocument = {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  webhooks: Readonly<Record<string, { post: { requestBody: Body } }>>;
};

/** Reads the document of the API, which is large, when somebody asks for what is in it. */
export function useApiDocument(enabled = true): UseQueryResult<ApiDocument, ApiError> {
  return useQuery<ApiDocument, ApiError>({
    queryKey: ['openapi.json'],
    queryFn: async ({ signal }) => {
      const answer = await fetch('/openapi.json', { signal }).catch(() => undefined);
      // What stands between may answer a page of its own, or cut the document off.
      const document = answer?.ok ? await answer.json().catch(() => undefined) : undefined;
      if (!document)
        throw new ApiError(answer?.ok ? 0 : (answer?.status ?? 0), { code: 'OFFLINE' });
      return document as ApiDocument;
    },
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export type Attribute = { name: string; type: string; text: string };

/** Returns what is told of an event besides what is told of each. */
export function attributesOf({ webhooks }: ApiDocument, type: string): Attribute[] {
  const { schema } = webhooks[type]?.post.requestBody.content['application/json'] ?? {};
  const own = schema?.properties?.data?.properties?.attributes?.properties ?? {};
  return Object.entries(own).map(([name, each]) => ({
    name,
    type: [each.type ?? 'string'].flat().join(', '),
    text: each.description ?? '',
  }));
}
