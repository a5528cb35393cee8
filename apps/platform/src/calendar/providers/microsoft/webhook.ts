import { parseJson } from '@atrium/kit/http/json-body.ts';
import { Type } from 'typebox';
import { isChannelId, type Notification, type WebhookReader } from '../webhook.ts';

const mostItems = 1_000;

/**
 * Reads Microsoft's notifications: several come at once, each with a clientState that has to be
 * right.
 */
export const webhook: WebhookReader = {
  schema: {
    querystring: Type.Object({
      validationToken: Type.Optional(
        Type.String({ description: 'Checks the address: the answer is the same text' }),
      ),
    }),
    body: Type.Object({
      value: Type.Optional(
        Type.Array(
          Type.Object({
            subscriptionId: Type.Optional(Type.String({ maxLength: 1_024 })),
            clientState: Type.Optional(
              Type.String({ maxLength: 1_024, description: 'The secret of the channel' }),
            ),
            lifecycleEvent: Type.Optional(Type.String({ maxLength: 1_024 })),
          }),
          { maxItems: mostItems },
        ),
      ),
    }),
  },
  answers: {
    200: {
      description: 'Kept, whatever the sync then does; or the validation token',
      content: { 'text/plain': { schema: Type.String() } },
    },
  },
  refusesUnknown: false,
  // The token with which Microsoft checks an address is echoed
  // (learn.microsoft.com/graph/change-notifications-delivery-webhooks).
  readHandshake({ validationToken }) {
    const token = Array.isArray(validationToken) ? validationToken[0] : validationToken;
    return token === undefined ? undefined : String(token);
  },
  read: ({ body }) => readNotifications(body),
};

type Body = { value?: unknown };
type Item = { clientState?: unknown; lifecycleEvent?: unknown; subscriptionId?: unknown };

/**
 * Reads the notifications whose clientState can be one of ours, and counts the others. Of many with
 * the same clientState and kind one is enough.
 */
function readNotifications(body: unknown): { received: Notification[]; malformed: number } {
  const { value } = (tryParse(body) ?? {}) as Body;
  if (!Array.isArray(value)) return { received: [], malformed: 0 };
  let malformed = 0;
  const received = new Map<string, Notification>();
  for (const item of value.slice(0, mostItems) as (Item | null)[]) {
    const { clientState: secret, lifecycleEvent, subscriptionId } = item ?? {};
    const [channelUuid = ''] = typeof secret === 'string' ? secret.split('.') : [];
    if (typeof secret !== 'string' || secret.length > 200 || !isChannelId(channelUuid)) {
      malformed += 1;
      continue;
    }
    const externalId =
      typeof subscriptionId === 'string' ? subscriptionId.slice(0, 200) : undefined;
    const kind = kindOf(lifecycleEvent);
    received.set(`${kind} ${secret}`, { channelUuid, secret, kind, externalId });
  }
  return { received: [...received.values()], malformed };
}

/** Reads the kind: `missed` and the end of a subscription mean that something may not have been told. */
function kindOf(lifecycleEvent: unknown): Notification['kind'] {
  if (lifecycleEvent === undefined || lifecycleEvent === null) return 'CHANGED';
  return lifecycleEvent === 'missed' ? 'MISSED' : 'ENDED';
}

function tryParse(body: unknown): unknown {
  try {
    return typeof body === 'string' ? parseJson(body) : undefined;
  } catch {
    return undefined;
  }
}
