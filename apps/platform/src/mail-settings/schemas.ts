import { Nullable } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import type { MailSettingsRow } from '../mail/sender-queries.ts';

const SenderName = Nullable(
  Type.String({
    minLength: 1,
    maxLength: 100,
    format: 'not-blank',
    examples: ['Andes Patrimonio'],
  }),
);

export const MailSettings = Type.Object({
  replyTo: Nullable(Type.String({ description: 'Where answers to the firm’s mails go' })),
  replyToConfirmed: Type.Boolean({
    description: 'Whether the owner of the address has confirmed it; it is used from then on',
  }),
  senderName: Nullable(
    Type.String({ description: 'The name of the sender; null is the name of the firm' }),
  ),
});

export const MailSettingsUpdate = Type.Object({
  replyTo: Type.Optional(
    Nullable(Type.String({ format: 'email', maxLength: 254, examples: ['hola@andes.example'] })),
  ),
  senderName: Type.Optional(SenderName),
});

export type MailSettingsAnswer = Static<typeof MailSettings>;
export type MailSettingsChanges = Static<typeof MailSettingsUpdate>;

/** Returns the settings as they are answered. */
export function toView({ replyTo, isConfirmed, senderName }: MailSettingsRow): MailSettingsAnswer {
  return { replyTo, replyToConfirmed: isConfirmed, senderName };
}
