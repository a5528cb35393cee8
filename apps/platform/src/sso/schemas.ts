import { AllKept, Enum, Kept, Named, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';

/** The roles that a provider's people can have: those of a firm's own staff. */
export const ssoRoles = ['TENANT_ADMIN', 'TENANT_STAFF'] as const;
export type SsoRole = (typeof ssoRoles)[number];

const Roles = Type.Array(Enum(ssoRoles), { maxItems: 2 });

const switches = {
  isActive: Type.Boolean({ description: 'Whether the firm’s people are sent to the provider' }),
  signIn: Enum(['ANY', 'SSO_ONLY'], {
    description: 'Under SSO_ONLY the firm’s own staff sign in by the provider alone',
  }),
  createStaff: Type.Boolean({
    description: 'Whether somebody whom the provider knows and the firm does not becomes staff',
  }),
  defaultRoles: {
    ...Roles,
    description: 'The roles of new staff, and of those in none of the mapped groups',
  } as typeof Roles,
  groupRoles: Type.Array(
    Named('SsoConnectionGroupRole', {
      group: Type.String({ minLength: 1, maxLength: 200 }),
      roles: Roles,
    }),
    { maxItems: 100, description: 'The roles that a group of the provider gives' },
  ),
  breakGlass: Type.Array(Uuid, {
    maxItems: 3,
    description: 'The administrators who sign in with their password under SSO_ONLY too',
  }),
  trustsSecondFactor: Type.Boolean({
    description: 'Whether amr or acr of the provider count as the second factor',
  }),
};

const Issuer = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'As the discovery document of the provider names itself, to the letter',
  examples: ['https://login.microsoftonline.com/3f0c1d7e-5f0a-4c5e-9a51-0a6d0b1f7a11/v2.0'],
});
const ClientId = Type.String({ minLength: 1, maxLength: 500 });
const GroupsClaim = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The claim that names a person’s groups; null: groups decide nothing',
});

/** An e-mail domain of the firm with the DNS record that proves it. */
const EmailDomain = Named('SsoConnectionEmailDomain', {
  domain: Type.String(),
  isProved: Type.Boolean({ description: 'Only proved domains are used' }),
  proof: Type.Object(
    { name: Type.String(), value: Type.String() },
    {
      title: 'SsoConnectionEmailDomainProof',
      description: 'The TXT record that proves the domain',
    },
  ),
});

/** A firm’s connection to its identity provider, as answers have it. */
export const SsoConnection = Named('SsoConnection', {
  ...switches,
  issuer: Nullable(Issuer),
  clientId: Nullable(ClientId),
  emailDomains: Type.Array(EmailDomain),
  groupsClaim: Nullable(GroupsClaim),
  redirectUris: Type.Array(Type.String(), {
    description: 'The addresses to register with the provider',
  }),
});

export const SsoConnectionUpdate = Type.Object({
  ...AllKept(switches),
  issuer: Kept(Issuer),
  clientId: Kept(ClientId),
  clientSecret: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: 2_000,
        format: 'password',
        description: 'Never answered; absent stays, null takes it away',
      }),
    ),
  ),
  emailDomains: Kept(Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { maxItems: 20 })),
  groupsClaim: Type.Optional(Nullable(GroupsClaim)),
});

const light = (description: string) =>
  Type.Object(
    {
      ok: Type.Boolean(),
      detail: Enum(['ANSWERED', 'NOT_SET', 'NOT_ASKED', 'UNREACHABLE', 'INVALID', 'REFUSED'], {
        title: 'CheckSsoConnectionAnswerIssuerDetail',
      }),
      reason: Nullable(
        Type.String({ description: 'What is wrong with the answer, where that is known' }),
      ),
      at: Type.String({ ...RecordTime, description: 'When it was asked' }),
    },
    { description },
  );

/** Holds what a firm’s provider answers now. */
export const SsoCheck = Type.Object({
  issuer: light('Whether the issuer has a discovery document that a sign-in can use'),
  keys: light('Whether the issuer hands out the keys that it signs with'),
  client: light('Whether the issuer knows the client and its secret; REFUSED where it does not'),
});

export type SsoCheck = Static<typeof SsoCheck>;
export type SsoView = Static<typeof SsoConnection>;
export type SsoChanges = Static<typeof SsoConnectionUpdate>;
