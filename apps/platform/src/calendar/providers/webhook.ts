import type { IncomingHttpHeaders } from 'node:http';
import type { TObject, TSchema } from 'typebox';

/** A notification as a provider sent it: which channel, its secret, and whether others were lost. */
export type Notification = {
  channelUuid: string;
  /** Undefined of one that came without: it is trusted for nothing but that a pull is due. */
  secret: string | undefined;
  kind: 'CHANGED' | 'MISSED' | 'ENDED' | 'HELLO';
  /** Says what the provider calls the channel: it is stopped by that. */
  externalId?: string | undefined;
  resourceId?: string | undefined;
};

/** Reads a provider's notifications. */
export type WebhookReader = {
  /** The schema of a request, as the document states it; `read` checks it. */
  schema: { headers?: TObject; querystring?: TObject; body?: TSchema };
  /** The schemas of the answer, by status. */
  answers: Record<number, TSchema | { description: string; content: object }>;
  /** Returns the answer to a request that only checks the address; undefined for any other. */
  readHandshake?: (query: Record<string, unknown>) => string | undefined;
  /**
   * Returns the notifications whose channel and secret can be ours, and how many others came along.
   * Throws a Problem where the provider is to hear that a request is not one.
   */
  read: (
    request: { headers: IncomingHttpHeaders; body: unknown },
    alias: string,
  ) => { received: Notification[]; malformed: number };
  /** True when the provider is told that a channel is unknown: it sends one notification a request. */
  refusesUnknown: boolean;
};

const channelForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Tells whether an identifier can be one that we gave a channel; no other reaches the database. */
export const isChannelId = (text: string) => channelForm.test(text);
