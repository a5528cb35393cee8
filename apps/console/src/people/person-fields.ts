import type { FieldOf } from '../forms/paths.ts';
import { useWords } from '../i18n/words.ts';
import type { Field } from '../records/field.tsx';
import { useSegments, useSources, useStages } from '../records/use-lists.ts';

const genders = ['FEMALE', 'MALE', 'OTHER'];
const maritalStatuses = ['SINGLE', 'MARRIED', 'DIVORCED', 'WIDOWED'];
const identityTypes = [
  'CHILE_RUT',
  'PASSPORT',
  'NATIONAL_ID',
  'DRIVING_LICENSE',
  'US_EIN',
  'UK_COMPANY_NUMBER',
  'BVI_COMPANY_NUMBER',
];
const contactTypes = ['PROSPECT', 'ACTIVE', 'SUBSCRIBER', 'NON_SUBSCRIBER'];
const means = ['EMAIL', 'PHONE', 'MESSAGE'];
const preferences = ['CALL', 'EMAIL', 'MESSAGE'];
const languages = ['SPANISH', 'ENGLISH'];

/** Returns the fields of a person by section, with their words and what can be chosen. */
export function usePersonFields() {
  const t = useWords('people');
  const enums = useWords('enums');
  const stages = useStages();
  const sources = useSources();
  const segments = useSegments();
  const field = <Path extends FieldOf<'updateContact'>>(
    path: Path,
    kind: Field['kind'] = 'text',
    more: Partial<Field> = {},
  ): Field<Path> => ({ ...more, path, kind, label: t(`fields.${path.replaceAll('.', '_')}`) });
  const choice = <Path extends FieldOf<'updateContact'>>(
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
  const name = [
    field('firstName', 'text', { isRequired }),
    field('middleName'),
    field('paternalLastName', 'text', { isRequired }),
    field('maternalLastName'),
  ];
  const phone = field('preferredPhoneNumber', 'phone', { placeholder: '+56 9 1234 5678' });
  const language = choice('preferredContactLanguage', 'preferredContactLanguage', languages, {
    isRequired,
  });
  const contactType = choice('contactType', 'contactType', contactTypes, { isRequired });
  const contactMeans = choice('contactMeans', 'contactMeans', means, { isRequired });
  const isRut = (values: unknown) =>
    (values as { identityType?: string }).identityType === 'CHILE_RUT';
  const source = field('contactSource', 'choice', { options: sources.options });
  const birth = [
    field('dateOfBirth', 'date'),
    choice('gender', 'gender', genders),
    choice('maritalStatus', 'maritalStatus', maritalStatuses),
  ];
  const number = [
    choice('identityType', 'identityType', identityTypes),
    field('identityId', 'rut', { isFor: isRut }),
    field('identityId', 'text', { isFor: (values) => !isRut(values) }),
    field('identityCountry', 'country'),
  ];
  return {
    name,
    personal: [...name, ...birth],
    contact: [
      field('preferredEmail', 'email'),
      field('primaryEmail', 'email'),
      phone,
      contactMeans,
      choice('contactPreference', 'contactPreference', preferences),
      language,
    ],
    identity: [
      ...number,
      field('countryOfBirth', 'country'),
      field('countryOfCitizenship', 'country'),
    ],
    wealth: [
      field('annualIncome', 'amount'),
      field('liquidNetWorth', 'amount'),
      field('totalNetWorth', 'amount'),
    ],
    relation: [
      contactType,
      field('stageName', 'choice', { options: stages.options }),
      source,
      field('segmentName', 'choice', { options: segments.options }),
    ],
    /** What can be said of somebody who is not there yet. */
    forNew: {
      name,
      contact: [
        field('preferredEmail', 'email'),
        phone,
        contactType,
        contactMeans,
        language,
        source,
      ],
      identity: [...number, ...birth],
    },
  };
}
