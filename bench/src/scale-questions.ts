import { scale } from './scale-data.ts';
import { listQuestions } from './scale-lists.ts';
import { screenQuestions } from './scale-screens.ts';

/** A request: its path, and for a POST the body. */
export type Question = { path: string; body?: object };

/**
 * A kind of request: what it asks the nth time, and how long 95 of 100 may take one caller, in
 * milliseconds.
 */
export type Kind = {
  name: string;
  ask: (n: number) => Question;
  atMost: number;
  /** Set where an administrator asks. */
  isAdmin?: true;
};

/** Records to ask for. */
export type Known = {
  tenantUuid: string;
  managers: string[];
  contacts: string[];
  households: string[];
  meetings: string[];
  organisations: string[];
};

const stages = ['LEAD', 'CONTACTED', 'QUALIFIED', 'PROPOSAL', 'ONBOARDING', 'CLIENT', 'LOST'];
const commonNames = ['soto', 'rojas', 'perez', 'silva', 'elena', 'sofia', 'contreras', 'diaz'];

/** Returns the requests that people make in a large firm, different each time. */
export function scaleQuestions(known: Known): Kind[] {
  const { managers, contacts } = known;
  const kind = (name: string, ask: Kind['ask']): Kind => ({ name, ask, atMost: 50 });
  const get = (path: string): Question => ({ path });
  const filter = (list: string, filters: object[], page = 0): Question => ({
    path: `/api/v2/${list}`,
    body: { filters, page },
  });
  const values = (list: string, field: string, page: number): Question => ({
    path: `/api/v2/${list}/filter-values`,
    body: { field, page: page % 5 },
  });
  const pages = Math.ceil(scale.contacts / 20);
  const of = (all: string[], n: number) => all[n % all.length];
  const equals = (field: string, value: string | undefined) => ({
    field,
    operator: 'EQUALS',
    value,
  });
  return [
    kind('one contact', (n) => get(`/api/contacts/${of(contacts, n)}`)),
    kind('duplicates of a contact', (n) => get(`/api/contacts/${of(contacts, n)}/duplicates`)),
    kind('contacts, a page', (n) => get(`/api/contacts?page=${n % 50}`)),
    kind('contacts, a deep page', (n) => get(`/api/contacts?page=${(pages + (n % pages)) >> 1}`)),
    kind('contacts, a deep page of 100', (n) =>
      get(`/api/contacts?page=${Math.floor((pages + (n % pages)) / 10)}&size=100`),
    ),
    kind('contacts, any page', (n) => get(`/api/contacts?page=${(n * 6151) % pages}`)),
    kind('contacts by last name', (n) => get(`/api/contacts?sort=paternalLastName&page=${n % 50}`)),
    kind('contacts by last name, any page', (n) =>
      get(`/api/contacts?sort=paternalLastName&page=${(n * 6151) % pages}`),
    ),
    kind('contacts by e-mail', (n) =>
      get(`/api/contacts?searchTerm=c${(n * 311) % scale.contacts}@clients`),
    ),
    kind('contacts by two names', (n) => get(`/api/contacts?searchTerm=elena+rojasez${n % 997}`)),
    kind('contacts by a common name', (n) =>
      get(`/api/contacts?searchTerm=${commonNames[n % 8]}&page=${n % 5}`),
    ),
    kind('contacts of a manager', (n) =>
      filter('contacts', [equals('contactManagerId', of(managers, n))]),
    ),
    kind('contacts of a stage', (n) =>
      filter('contacts', [equals('stageName', stages[n % 7])], n % 50),
    ),
    kind('contacts of a stage, any page', (n) =>
      filter('contacts', [equals('stageName', stages[n % 7])], (n * 6151) % Math.ceil(pages / 8)),
    ),
    kind('contacts of two conditions', (n) =>
      filter('contacts', [
        equals('status', 'ACTIVE'),
        equals('contactSource', ['REFERRAL', 'WEBSITE', 'EVENT'][n % 3]),
      ]),
    ),
    ...['stageName', 'contactSource', 'contactManagerId', 'marketSegment'].map((field) =>
      kind(`values of the contacts' ${field}`, (n) => values('contacts', field, n)),
    ),
    kind('households, a page', (n) => get(`/api/households?page=${n % 50}`)),
    kind('households, any page', (n) =>
      get(`/api/households?page=${(n * 1543) % Math.ceil(pages / 4)}`),
    ),
    kind('households of a manager', (n) =>
      filter('households', [equals('relationshipManagerUuid', of(managers, n))]),
    ),
    kind('households by name', (n) =>
      get(`/api/households/search?searchTerm=soto+${(n * 7) % scale.households}`),
    ),
    kind("values of the households' manager", (n) =>
      values('households', 'relationshipManagerUuid', n),
    ),
    kind('organisations by name', (n) => get(`/api/organisations?searchTerm=soto${n % 97}`)),
    kind('duplicates of the firm', (n) => get(`/api/contacts/duplicates?page=${n % 5}`)),
    kind('staff by a name with many near words', (n) =>
      get(`/api/tenant-staff/search?name=Munozez${n % 997}`),
    ),
    kind('staff by a name that hundreds bear', (n) =>
      get(`/api/tenant-staff/search?name=${['elena', 'rojas', 'tom', 'soto'][n % 4]}`),
    ),
    kind('staff by a name with a typo', (n) =>
      get(`/api/tenant-staff/search?name=Contrerasze${n % 997}`),
    ),
    ...screenQuestions(known),
    ...listQuestions(),
  ];
}
