/** A JSON Schema as the document has it. */
export type Schema = {
  [keyword: string]: unknown;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
};

export type Content = Record<string, { schema?: Schema; example?: unknown }>;
export type Parameter = { name: string; in: string; schema: Schema; [key: string]: unknown };
export type Response = {
  description: string;
  content?: Content;
  headers?: object;
  $ref?: string;
};

export type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security?: unknown[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Response>;
  'x-roles'?: string[];
  'x-scope'?: string;
  'x-versioned'?: boolean;
};

/** The part of an OpenAPI document that is worked on here. */
export type OpenApi = {
  info: { [key: string]: unknown };
  servers?: object[];
  security?: unknown[];
  tags?: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, Schema>;
    parameters?: Record<string, Parameter>;
    responses?: Record<string, Response>;
    securitySchemes?: { oauth2?: { flows: { clientCredentials: { scopes: object } } } };
    headers?: object;
  };
};

/** Returns every operation of a document. */
export function operationsOf({ paths }: Pick<OpenApi, 'paths'>): Operation[] {
  return Object.values(paths).flatMap((methods) => Object.values(methods));
}
