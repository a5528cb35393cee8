import { compactVerify, createLocalJWKSet, decodeProtectedHeader } from 'jose';
import type { TokenIssuer } from '../../auth/token-issuer.ts';
import type { ArchivedPart } from './parts.ts';

/** Holds what is signed of an archived part. */
type SignedPart = Omit<ArchivedPart, 'signedHead' | 'lastAt' | 'objectKey'>;

/** Signs heads of archived parts, and tells which ones were signed so. */
export type Heads = ReturnType<typeof createHeads>;

/** Returns what signs the heads of archived parts with the key of tokens, and verifies them by all that are published. */
export function createHeads({ signStatement, jwks }: Pick<TokenIssuer, 'signStatement' | 'jwks'>) {
  const keys = createLocalJWKSet(jwks);
  const [current] = jwks.keys;

  const sign = (part: SignedPart): Promise<string> => signStatement(statementOf(part));

  /** Returns whether the head of a part is of that part and signed by a published key. */
  const isSigned = ({ signedHead, ...part }: ArchivedPart): Promise<boolean> =>
    compactVerify(signedHead, keys).then(
      ({ payload }) => new TextDecoder().decode(payload) === JSON.stringify(statementOf(part)),
      () => false,
    );

  /** Returns whether a head that is signed is to be signed anew, since its key is to go. */
  const isOfOtherKey = ({ signedHead }: ArchivedPart): boolean =>
    decodeProtectedHeader(signedHead).kid !== current?.kid;

  return { sign, isSigned, isOfOtherKey };
}

const statementOf = (part: SignedPart) => ({
  tenantUuid: part.tenantUuid,
  firstSequence: part.firstSequence,
  lastSequence: part.lastSequence,
  previousHash: part.previousHash,
  hash: part.hash,
  sha256: part.sha256,
});
