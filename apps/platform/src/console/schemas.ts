import { Enum, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import { languages } from '../http/person-fields.ts';
import { PublicBranding } from '../tenants/branding/schemas.ts';

export const ConsoleConfiguration = Type.Object({
  tenant: Type.Optional(
    Type.Object(
      { tenantUuid: Uuid, code: Type.String(), name: Type.String() },
      {
        description:
          'The tenant whose domain the host is, or whose link was opened; absent otherwise',
      },
    ),
  ),
  branding: PublicBranding,
  languages: Type.Array(Enum(languages)),
  passkeys: Type.Boolean({ description: 'False where the host is an IP address' }),
  passwordLink: Type.Optional(
    Enum(['READY', 'EXPIRED', 'ENDED'], {
      description:
        'On the page of a link that sets a password: whether it works, can be renewed, or leads nowhere',
    }),
  ),
  version: Type.String(),
});

export type ConsoleConfigurationAnswer = Static<typeof ConsoleConfiguration>;
