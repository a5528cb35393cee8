import { Enum, Named, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';

/** The ways to prove who one is beside the password. */
const factorMethods = ['TOTP', 'RECOVERY_CODE', 'PASSKEY'] as const;
export type FactorMethod = (typeof factorMethods)[number];

const CurrentPassword = Type.String({ minLength: 1, maxLength: 200, format: 'password' });

export const PasswordProof = Named('RenewRecoveryCodesRequest', { password: CurrentPassword });

export const TotpStart = Nullable(
  Type.Object({
    password: Type.Optional(
      Type.String({ ...CurrentPassword, description: 'Required to replace the one that is set' }),
    ),
  }),
);

export const TotpSecret = Type.Object({
  secret: Nullable(Type.String({ description: 'Base32; null in a replay' })),
  otpauthUri: Nullable(Type.String({ description: 'For the QR code; null in a replay' })),
});

const Code = Type.String({ minLength: 1, maxLength: 20, examples: ['123456'] });

export const TotpCode = Type.Object({ code: Code });

export const RecoveryCodes = Named('RenewRecoveryCodesAnswer', {
  recoveryCodes: Nullable(
    Type.Array(Type.String(), { description: 'Ten, each for one use; null in a replay' }),
  ),
});

const Base64Url = Type.String({ maxLength: 16_384 });
const CredentialId = Type.String({ minLength: 1, maxLength: 2_048 });
const credential = {
  id: CredentialId,
  rawId: CredentialId,
  type: Type.Literal('public-key'),
  // Sent by every browser, and read by nobody.
  authenticatorAttachment: Type.Optional(Nullable(Type.String({ maxLength: 40 }))),
  clientExtensionResults: Type.Optional(
    Named('LoginByPasskeyRequestResponseClientExtensionResults', {}),
  ),
};

/** RegistrationResponseJSON of WebAuthn Level 3, as far as it is read. */
export const PasskeyAttestation = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: Base64Url,
    attestationObject: Type.String({ maxLength: 65_536 }),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
  }),
});

/** AuthenticationResponseJSON of WebAuthn Level 3, as far as it is read. */
export const PasskeyAssertion = Named('LoginByPasskeyRequestResponse', {
  ...credential,
  response: Named('LoginByPasskeyRequestResponseResponse', {
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
  }),
});

const Descriptor = Named('PasskeyRequestOptionsAllowCredential', {
  id: Type.String(),
  type: Type.Literal('public-key'),
  transports: Type.Optional(Type.Array(Type.String())),
});

/** PublicKeyCredentialCreationOptionsJSON of WebAuthn Level 3. */
export const PasskeyCreationOptions = Type.Object({
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  challenge: Type.String(),
  pubKeyCredParams: Type.Array(
    Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() }),
  ),
  timeout: Type.Integer({ description: 'Milliseconds' }),
  excludeCredentials: Type.Array(Descriptor),
  authenticatorSelection: Type.Object({
    residentKey: Type.String(),
    requireResidentKey: Type.Boolean(),
    userVerification: Type.String(),
  }),
  attestation: Type.String(),
});

/** PublicKeyCredentialRequestOptionsJSON of WebAuthn Level 3. */
export const PasskeyRequestOptions = Named('PasskeyRequestOptions', {
  challenge: Type.String(),
  timeout: Type.Integer({ description: 'Milliseconds' }),
  rpId: Type.String(),
  allowCredentials: Type.Array(Descriptor),
  userVerification: Type.String(),
});

export const NewPasskey = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100, format: 'not-blank', examples: ['Laptop'] }),
  response: PasskeyAttestation,
});

export const Passkey = Named('Passkey', {
  passkeyUuid: Uuid,
  name: Type.String(),
  createdAt: RecordTime,
  lastUsedAt: Nullable(RecordTime),
});

/** Says what a sign-in answers whose password was right and that needs a second factor. */
export const SecondFactorRequired = Type.Object({
  secondFactorRequired: Type.Literal(true),
  challenge: Type.String({ description: 'Works once, for five minutes and five tries' }),
  methods: Type.Array(Enum(factorMethods)),
  passkeyOptions: Type.Optional(PasskeyRequestOptions),
});

/** One of the three proofs of a second factor. */
export const FactorProof = Type.Object({
  code: Type.Optional(Code),
  recoveryCode: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  passkey: Type.Optional(PasskeyAssertion),
});

/** The challenge of a sign-in with one of the three proofs. */
export const SecondFactorProof = Type.Object({
  challenge: Type.String({ minLength: 1, maxLength: 200 }),
  ...FactorProof.properties,
});

/** The password, or one of the three proofs of who has a second factor. */
export const OwnProof = Type.Object({
  password: Type.Optional(CurrentPassword),
  ...FactorProof.properties,
  sso: Type.Optional(
    Type.Literal(true, {
      description: 'Alone: signs in anew at the firm’s identity provider, where the session began',
    }),
  ),
});

export const PasskeyLogin = Type.Object({ response: PasskeyAssertion });

export type SecondFactorAnswer = Static<typeof SecondFactorRequired>;
export type RequestOptions = Static<typeof PasskeyRequestOptions>;
