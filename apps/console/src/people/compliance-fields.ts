import type { BodyOf } from '../api.ts';
import type { FieldOf, PathIn } from '../forms/paths.ts';
import { useWords } from '../i18n/words.ts';
import type { Field, Values } from '../records/field.tsx';

const documentTypes = ['CHILE_RUT_CARD', 'PASSPORT', 'NATIONAL_ID'];
const employments = ['employed', 'self-employed', 'homemaker', 'retired', 'student', 'unemployed'];
const addressKinds = ['SALES', 'COMPLIANCE'];

type Body = BodyOf<'updateContact'>;
export type ListName = 'identityDocuments' | 'pepEntries' | 'employmentHistory' | 'addresses';
/** A field of an item of a list within a person's record. */
export type ItemField<List extends ListName> = Field<PathIn<NonNullable<Body[List]>[number]>>;

type Fields = {
  declarations: Field<FieldOf<'updateContact'>>[];
  employment: Field<FieldOf<'updateContact'>>[];
  documents: ItemField<'identityDocuments'>[];
  pep: ItemField<'pepEntries'>[];
  history: ItemField<'employmentHistory'>[];
  addresses: ItemField<'addresses'>[];
};

/** Returns the fields of a person's compliance record, by section and by kind of list. */
export function useComplianceFields(): Fields {
  const t = useWords('people');
  const enums = useWords('enums');
  const field = <Path extends string>(
    path: Path,
    kind: Field['kind'] = 'text',
    more: Partial<Field> = {},
  ): Field<Path> => ({ ...more, path, kind, label: t(`fields.${path.replaceAll('.', '_')}`) });
  const choice = <Path extends string>(
    path: Path,
    name: string,
    values: readonly string[],
    more: Partial<Field> = {},
  ) =>
    field(path, 'choice', {
      options: values.map((value) => ({ value, label: enums(`${name}.${value}`) })),
      ...more,
    });
  const isRequired = true;
  const job = <Before extends string>(before: Before) => [
    choice(`${before}employmentStatus` as const, 'employmentStatus', employments),
    field(`${before}employerName` as const),
    field(`${before}jobPosition` as const),
    field(`${before}startDate` as const, 'date'),
  ];
  const kind = (values: Values) =>
    (values.specificationData as Values | undefined)?.specificationType;
  return {
    declarations: [
      field('phoneNumber', 'phone', { placeholder: '+56 9 1234 5678' }),
      field('primaryCountryOfCitizenship', 'country'),
      field('relatedToPEP', 'yesNo'),
      field('directorOrTenPercentShareholder', 'yesNo'),
    ],
    employment: [...job('currentEmployment.'), field('currentEmployment.country', 'country2')],
    documents: [
      choice('specificationData.specificationType', 'specificationType', documentTypes, {
        isRequired,
      }),
      field('specificationData.country', 'country', { isRequired }),
      field('specificationData.identityId', 'rut', {
        isRequired,
        isFor: (values) => kind(values) === 'CHILE_RUT_CARD',
      }),
      field('specificationData.identityId', 'text', {
        isRequired,
        isFor: (values) => kind(values) !== 'CHILE_RUT_CARD',
      }),
      field('specificationData.issuingAuthority'),
      field('specificationData.expirationDate', 'date'),
    ],
    pep: [
      field('name'),
      field('relationship'),
      field('position'),
      field('institution'),
      field('country', 'country'),
      field('startDate', 'date'),
      field('endDate', 'date'),
      field('notes', 'long'),
    ],
    history: [...job(''), field('endDate', 'date')],
    addresses: [
      choice('contactAddressType', 'contactAddressType', addressKinds, { isRequired }),
      field('streetName'),
      field('streetNumber'),
      field('apartment'),
      field('commune'),
      field('city'),
      field('state'),
      field('zipCode'),
      field('country', 'country'),
      field('isPrimary', 'yesNo'),
    ],
  };
}
