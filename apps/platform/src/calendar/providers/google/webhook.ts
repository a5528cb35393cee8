import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { Type } from 'typebox';
import { Problem } from '../../../problems.ts';
import { isChannelId, type WebhookReader } from '../webhook.ts';

/**
 * Reads Google's notifications, which are headers only
 * (developers.google.com/workspace/calendar/api/guides/push).
 */
export const webhook: WebhookReader = {
  schema: {
    headers: Type.Object({
      'x-provider_a-channel-id': Type.String({
        description: 'The channel; x-provider-a-channel-id and x-goog-channel-id are read too',
      }),
      'x-provider_a-channel-token': Type.Optional(
        Type.String({
          description:
            'The secret of the channel; without it a known channel is pulled soon, and no more is believed',
        }),
      ),
      'x-provider_a-resource-state': Type.Optional(
        Type.String({ description: '`sync` when the channel begins, else what changed' }),
      ),
      'x-provider_a-resource-id': Type.Optional(
        Type.String({ description: 'The provider’s name for what is watched' }),
      ),
    }),
  },
  answers: { 200: Type.Null({ description: 'Kept; what the sync then does is told elsewhere' }) },
  refusesUnknown: true,
  read({ headers }, alias) {
    const names = [alias, 'provider_a', 'provider-a', 'goog'];
    const header = (rest: string) =>
      names.map((name) => headers[`x-${name}-${rest}`]).find((value) => value !== undefined);
    const channelUuid = header('channel-id')?.toString().trim().toLowerCase() ?? '';
    if (!channelUuid)
      throw invalid(fieldError('x-provider_a-channel-id', 'REQUIRED', 'The header is required'));
    if (!isChannelId(channelUuid)) throw new Problem('UNKNOWN_CHANNEL');
    const secret = header('channel-token')?.toString();
    const kind = header('resource-state') === 'sync' ? 'HELLO' : 'CHANGED';
    const resourceId = header('resource-id')?.toString();
    const notification = {
      channelUuid,
      secret,
      kind,
      externalId: channelUuid,
      resourceId,
    } as const;
    return { received: [notification], malformed: 0 };
  },
};
