import { valueAt } from '../forms/paths.ts';
import { type ContactPath, statedFields, useContactField } from '../records/contact-fields.ts';

/** What is said of a person elsewhere than in the sections of their page: who looks after them, the law's part. */
const apart = [
  'status',
  'firmId',
  'firmType',
  'firmEntityUuid',
  'firmName',
  'capturedByType',
  'capturedByEntityUuid',
  'contactManagerId',
  'contactManagerFirmType',
  'contactManagerEntityUuid',
  'contactManagerType',
  'phoneNumber',
  'primaryCountryOfCitizenship',
  'relatedToPEP',
  'directorOrTenPercentShareholder',
];

/** Returns the fields of a person by section: a section names its fields, and the last one has those that none names. */
export function usePersonFields() {
  const { field } = useContactField();
  const all = <Path extends ContactPath>(...paths: Path[]) => paths.map((path) => field(path));
  const isRut = (record: object) => valueAt(record, 'identityType') === 'CHILE_RUT';
  const name = all('firstName', 'middleName', 'paternalLastName', 'maternalLastName');
  const birth = all('dateOfBirth', 'gender', 'maritalStatus');
  const number = [
    field('identityType'),
    field('identityId', { kind: 'rut', isFor: isRut }),
    field('identityId', { isFor: (record) => !isRut(record) }),
    field('identityCountry'),
  ];
  const sections = {
    personal: [...name, ...birth],
    contact: all(
      'preferredEmail',
      'primaryEmail',
      'preferredPhoneNumber',
      'contactMeans',
      'contactPreference',
      'preferredContactLanguage',
    ),
    identity: [...number, ...all('countryOfBirth', 'countryOfCitizenship')],
    wealth: all('annualIncome', 'liquidNetWorth', 'totalNetWorth'),
    relation: all('contactType', 'stageName', 'contactSource', 'segmentName'),
  };
  const named = Object.values(sections).flatMap((fields) => fields.map(({ path }) => path));
  return {
    ...sections,
    others: all(...statedFields([...apart, ...named])),
    /** What can be said of somebody who is not there yet. */
    forNew: {
      name,
      contact: all(
        'preferredEmail',
        'preferredPhoneNumber',
        'contactType',
        'contactMeans',
        'preferredContactLanguage',
        'contactSource',
      ),
      identity: [...number, ...birth],
    },
  };
}
