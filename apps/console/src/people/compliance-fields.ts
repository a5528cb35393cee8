import type { BodyOf } from '../api.ts';
import { type FieldOf, type PathIn, valueAt } from '../forms/paths.ts';
import { useContactField } from '../records/contact-fields.ts';
import type { Field } from '../records/field.tsx';

type Body = BodyOf<'updateContact'>;
export type ListName = 'identityDocuments' | 'pepEntries' | 'employmentHistory' | 'addresses';
/** A field of an item of a list within a person's record. */
export type ItemField<List extends ListName> = Field<PathIn<NonNullable<Body[List]>[number]>>;

type Fields = {
  employment: Field<FieldOf<'updateContact'>>[];
  documents: ItemField<'identityDocuments'>[];
  pep: ItemField<'pepEntries'>[];
  history: ItemField<'employmentHistory'>[];
  addresses: ItemField<'addresses'>[];
};

/** Other words for what is offered already. */
const synonyms = ['self_employed', 'not-employed'];

/** Returns the fields of a person's compliance record, by section and by kind of list. */
export function useComplianceFields() {
  const { field, item } = useContactField();
  const items = <List extends ListName>(
    list: List,
    ...paths: PathIn<NonNullable<Body[List]>[number]>[]
  ) => paths.map((path) => item(list, path, { without: synonyms }));
  const isCard = (record: object) =>
    valueAt(record, 'specificationData.specificationType') === 'CHILE_RUT_CARD';
  const declarations = [
    field('phoneNumber'),
    field('primaryCountryOfCitizenship'),
    field('relatedToPEP'),
    field('directorOrTenPercentShareholder'),
  ];
  const others: Fields = {
    employment: [
      field('currentEmployment.employmentStatus', { without: synonyms }),
      field('currentEmployment.employerName'),
      field('currentEmployment.jobPosition'),
      field('currentEmployment.startDate'),
      field('currentEmployment.country'),
    ],
    documents: [
      item('identityDocuments', 'specificationData.specificationType'),
      item('identityDocuments', 'specificationData.country'),
      item('identityDocuments', 'specificationData.identityId', { kind: 'rut', isFor: isCard }),
      item('identityDocuments', 'specificationData.identityId', {
        isFor: (record) => !isCard(record),
      }),
      item('identityDocuments', 'specificationData.issuingAuthority'),
      item('identityDocuments', 'specificationData.expirationDate'),
    ],
    pep: items(
      'pepEntries',
      'name',
      'relationship',
      'position',
      'institution',
      'country',
      'startDate',
      'endDate',
      'notes',
    ),
    history: items(
      'employmentHistory',
      'employmentStatus',
      'employerName',
      'jobPosition',
      'startDate',
      'endDate',
    ),
    addresses: [
      item('addresses', 'contactAddressType', { isRequired: true }),
      ...items(
        'addresses',
        'streetName',
        'streetNumber',
        'apartment',
        'commune',
        'city',
        'state',
        'zipCode',
        'country',
        'isPrimary',
      ),
    ],
  };
  return { declarations, ...others };
}
