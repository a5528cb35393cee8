import type { operations, webhooks } from '@atrium/api-client/schema.d.ts';
import type { CallOptions } from './calls.ts';
import type { Paged } from './pages.ts';

/** What is within a union of media types, the JSON first. */
type Carried<C> = C extends { 'application/json': infer J }
  ? J
  : C extends Record<string, infer V>
    ? V
    : never;

type Parameters<O, Place extends string> = O extends { parameters: infer P }
  ? Place extends keyof P
    ? [NonNullable<P[Place]>] extends [never]
      ? unknown
      : NonNullable<P[Place]>
    : unknown
  : unknown;

type Body<O> = O extends { requestBody: { content: infer C } }
  ? { body: Carried<C> }
  : O extends { requestBody?: infer R }
    ? [NonNullable<R>] extends [never]
      ? unknown
      : NonNullable<R> extends { content: infer C }
        ? { body?: Carried<C> }
        : unknown
    : unknown;

/** The headers that the client sends by itself, or by an option of the call. */
type SentAnyway = `x-user-${string}` | `x-tenant-${string}` | 'x-partner-uuid' | 'idempotency-key';

type OwnHeaders<O> =
  Parameters<O, 'header'> extends infer H
    ? { [Name in keyof H as Name extends SentAnyway ? never : Name]: H[Name] }
    : unknown;

/** What an operation takes: its parameters of path, query and headers, and its body. */
export type Input<Id extends keyof operations> = Parameters<operations[Id], 'path'> &
  Parameters<operations[Id], 'query'> &
  OwnHeaders<operations[Id]> &
  Body<operations[Id]>;

type Success = 200 | 201 | 202 | 204;

/** What a media type is read as: files are a Blob, events the stream of their bytes. */
type Read<T, V> = T extends 'text/event-stream'
  ? ReadableStream<Uint8Array>
  : T extends `image/${string}` | 'application/zip'
    ? Blob
    : T extends `text/${string}` | 'application/x-ndjson'
      ? string
      : V;

type Answered<R> = R extends { content: infer C }
  ? C extends undefined
    ? undefined
    : C extends { 'application/json': infer J }
      ? J
      : { [T in keyof C]: Read<T, C[T]> }[keyof C]
  : undefined;

/** What an operation answers; undefined where there is nothing to tell. */
export type Answer<Id extends keyof operations> = operations[Id] extends { responses: infer R }
  ? Success & keyof R extends never
    ? undefined
    : { [S in Success & keyof R]: Answered<R[S]> }[Success & keyof R]
  : undefined;

type Given<I> =
  Record<string, never> extends I
    ? [input?: I, options?: CallOptions]
    : [input: I, options?: CallOptions];

/** The media types that an operation may answer with. */
type Media<O> = O extends { responses: infer R }
  ? { [S in Success & keyof R]: R[S] extends { content: infer C } ? keyof C : never }[Success &
      keyof R]
  : never;

type WithoutArchive<I> = { [N in keyof I]: N extends 'format' ? Exclude<I[N], 'ZIP'> : I[N] };

/** Calls one operation. */
export type Call<Id extends keyof operations> =
  'application/zip' extends Media<operations[Id]>
    ? ArchiveCall<Id>
    : 'application/json' | 'text/csv' extends Media<operations[Id]>
      ? TableCall<Id>
      : PlainCall<Id>;

type PlainCall<Id extends keyof operations> = (...given: Given<Input<Id>>) => Promise<Answer<Id>>;

/** Calls an operation that gives JSON, or an archive where `format` asks for it. */
interface ArchiveCall<Id extends keyof operations> {
  (input: Input<Id> & { format: 'ZIP' }, options?: CallOptions): Promise<Blob>;
  (...given: Given<WithoutArchive<Input<Id>>>): Promise<Answer<Id>>;
}

/** Calls an operation that gives JSON, or text where `accept` asks for it. */
interface TableCall<Id extends keyof operations> {
  (input: Input<Id> | undefined, options: CallOptions & { accept: 'text/csv' }): Promise<string>;
  (...given: Given<Input<Id>>): Promise<Answer<Id>>;
}

type Item<P> = P extends { content: (infer I)[] } ? I : unknown;

/** Calls one list: awaited it is a page, iterated it is each record. */
export type List<Id extends keyof operations> = (
  ...given: Given<Input<Id>>
) => Paged<Answer<Id>, Item<Answer<Id>>>;

/** A message of a webhook, of one type of event or another. */
export type WebhookMessage = {
  [T in keyof webhooks]: webhooks[T]['post'] extends {
    requestBody: { content: { 'application/json': infer M } };
  }
    ? M
    : never;
}[keyof webhooks];
