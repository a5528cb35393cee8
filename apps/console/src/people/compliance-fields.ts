import { useWords } from '../i18n/words.ts';
import type { Field, Values } from '../ui/field.tsx';

const documentTypes = ['CHILE_RUT_CARD', 'PASSPORT', 'NATIONAL_ID'];
const employments = ['employed', 'self-employed', 'homemaker', 'retired', 'student', 'unemployed'];
const addressKinds = ['SALES', 'COMPLIANCE'];

/** Returns the fields of a person's compliance record, by section and by kind of list. */
export function useComplianceFields() {
  const t = useWords('people');
  const enums = useWords('enums');
  const field = (path: string, kind: Field['kind'] = 'text', more: Partial<Field> = {}): Field => ({
    path,
    kind,
    label: t(`fields.${path.replaceAll('.', '_')}`),
    ...more,
  });
  const choice = (
    path: string,
    name: string,
    values: readonly string[],
    more: Partial<Field> = {},
  ) =>
    field(path, 'choice', {
      options: values.map((value) => ({ value, label: enums(`${name}.${value}`) })),
      ...more,
    });
  const isRequired = true;
  const job = (before: string) => [
    choice(`${before}employmentStatus`, 'employmentStatus', employments),
    field(`${before}employerName`),
    field(`${before}jobPosition`),
    field(`${before}startDate`, 'date'),
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
