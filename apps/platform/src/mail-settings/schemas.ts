import { Enum, Named, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import { mailKinds } from '../mail/mail-kinds.ts';
import type { MailSettingsRow } from '../mail/sender-queries.ts';

const SenderName = Nullable(
  Type.String({
    minLength: 1,
    maxLength: 100,
    format: 'not-blank',
    examples: ['Andes Patrimonio'],
  }),
);

export const MailSettings = Named('MailSettings', {
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

/** A mail that a mail server would not take, that came back, or that was given up. */
export const RefusedMail = Named('RefusedMail', {
  at: RecordTime,
  to: Nullable(Type.String({ description: 'Null where nobody was found to send it to' })),
  kind: Enum(mailKinds),
  entityType: Nullable(
    Enum(['CONTACT', 'STAFF', 'MEETING'], {
      description: 'Whom it was for, or of a guest the meeting; else null',
    }),
  ),
  entityUuid: Nullable(Uuid),
  reason: Enum(['REFUSED', 'BOUNCED', 'GIVEN_UP'], {
    description: 'Refused by the mail server, come back later, or tried for too long',
  }),
});

export const MailTest = Type.Object({ to: Type.String({ description: 'The caller’s address' }) });

export type RefusedMailRow = Static<typeof RefusedMail>;
export type MailSettingsAnswer = Static<typeof MailSettings>;
export type MailSettingsChanges = Static<typeof MailSettingsUpdate>;

/** Returns the settings as they are answered. */
export function toView({ replyTo, isConfirmed, senderName }: MailSettingsRow): MailSettingsAnswer {
  return { replyTo, replyToConfirmed: isConfirmed, senderName };
}
