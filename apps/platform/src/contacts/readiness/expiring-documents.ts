import { type FieldError, fieldError } from '@atrium/kit/problem.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import type { Static } from 'typebox';
import type { Tx } from '../../database/transaction.ts';
import type { IdentityDocument } from '../profile-schemas.ts';
import type { Readiness } from './schemas.ts';

type Document = Static<typeof IdentityDocument>;

/** Says how many days before it expires a document needs attention. */
export const daysAhead = 90;

/**
 * Returns the condition that a document of a contact `c` has expired or will within those days: of the kept
 * dates the first is the earliest, and has an index.
 */
export const hasExpiring = (tx: Tx): Fragment =>
  tx`c.document_dates[1] <= (now() at time zone 'UTC')::date + ${daysAhead}::int`;

/** Documents that have expired on a day or will within 90 days of it, the first to expire first. */
export function expiringDocuments(
  documents: readonly Document[],
  today: string,
): Static<typeof Readiness>['expiringDocuments'] {
  const horizon = Temporal.PlainDate.from(today).add({ days: daysAhead }).toString();
  return documents
    .flatMap(({ specificationData }, at) => {
      const { specificationType, country, expirationDate } = specificationData;
      if (!expirationDate || expirationDate > horizon) return [];
      const expired = expirationDate < today;
      return [{ field: fieldOf(at), specificationType, country, expirationDate, expired }];
    })
    .sort((one, other) => one.expirationDate.localeCompare(other.expirationDate));
}

/** An expired document counts as invalid, unless another of the kind is still good. */
export function checkIdentityDocuments(
  documents: readonly Document[],
  today: string,
): FieldError[] {
  const good = ({ specificationData: { expirationDate } }: Document) =>
    !expirationDate || expirationDate >= today;
  return documents.flatMap((each, at) => {
    const { specificationType } = each.specificationData;
    const replaced = documents.some(
      (other) => other.specificationData.specificationType === specificationType && good(other),
    );
    if (replaced) return [];
    return [fieldError(fieldOf(at), 'EXPIRED', 'has expired')];
  });
}

const fieldOf = (at: number) => `identityDocuments[${at}].specificationData.expirationDate`;
