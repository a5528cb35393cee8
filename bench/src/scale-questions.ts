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
};

/** Records to ask for. */
type Known = {
  tenantUuid: string;
  managers: string[];
  contacts: string[];
  households: string[];
};

const stages = ['LEAD', 'CONTACTED', 'QUALIFIED', 'PROPOSAL', 'ONBOARDING', 'CLIENT', 'LOST'];
const commonNames = ['soto', 'rojas', 'perez', 'silva', 'elena', 'sofia', 'contreras', 'diaz'];

/** Returns the requests that people make in a large firm, different each time. */
export function scaleQuestions({ tenantUuid, managers, contacts, households }: Known): Kind[] {
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
  const about = (path: string, uuid: string | undefined): Question =>
    get(`/api/${path}?entityType=CONTACT&entityUuid=${uuid}`);
  const equals = (field: string, value: string | undefined) => ({
    field,
    operator: 'EQUALS',
    value,
  });
  return [
    kind('one contact', (n) => get(`/api/contacts/${contacts[n % 1000]}`)),
    kind('duplicates of a contact', (n) => get(`/api/contacts/${contacts[n % 1000]}/duplicates`)),
    kind('contacts, a page', (n) => get(`/api/contacts?page=${n % 50}`)),
    kind('contacts, a deep page', (n) => get(`/api/contacts?page=${5000 + (n % 5000)}`)),
    kind('contacts, a deep page of 100', (n) =>
      get(`/api/contacts?page=${1000 + (n % 950)}&size=100`),
    ),
    kind('contacts, any page', (n) => get(`/api/contacts?page=${(n * 6151) % 10_000}`)),
    kind('contacts by last name', (n) => get(`/api/contacts?sort=paternalLastName&page=${n % 50}`)),
    kind('contacts by last name, any page', (n) =>
      get(`/api/contacts?sort=paternalLastName&page=${(n * 6151) % 10_000}`),
    ),
    kind('contacts by e-mail', (n) =>
      get(`/api/contacts?searchTerm=c${(n * 311) % 200_000}@clients`),
    ),
    kind('contacts by two names', (n) => get(`/api/contacts?searchTerm=elena+rojasez${n % 997}`)),
    kind('contacts by a common name', (n) =>
      get(`/api/contacts?searchTerm=${commonNames[n % 8]}&page=${n % 5}`),
    ),
    kind('contacts of a manager', (n) =>
      filter('contacts', [equals('contactManagerId', managers[n % 200])]),
    ),
    kind('contacts of a stage', (n) =>
      filter('contacts', [equals('stageName', stages[n % 7])], n % 50),
    ),
    kind('contacts of a stage, any page', (n) =>
      filter('contacts', [equals('stageName', stages[n % 7])], (n * 6151) % 1400),
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
    kind('households, any page', (n) => get(`/api/households?page=${(n * 1543) % 2500}`)),
    kind('households of a manager', (n) =>
      filter('households', [equals('relationshipManagerUuid', managers[n % 200])]),
    ),
    kind('households by name', (n) =>
      get(`/api/households/search?searchTerm=soto+${(n * 7) % 50_000}`),
    ),
    kind("values of the households' manager", (n) =>
      values('households', 'relationshipManagerUuid', n),
    ),
    kind('one household in detail', (n) => get(`/api/households/${households[n % 1000]}/detail`)),
    kind('organisations by name', (n) => get(`/api/organisations?searchTerm=soto${n % 97}`)),
    kind('duplicates of the firm', (n) => get(`/api/contacts/duplicates?page=${n % 5}`)),
    kind("a screen's person", (n) => get(`/api/contacts/${contacts[n % 1000]}/overview`)),
    kind("a screen's timeline", (n) => about('timeline', contacts[n % 1000])),
    kind("a screen's history", (n) => about('history', contacts[n % 1000])),
    kind("a screen's first call", () => get('/api/start')),
    kind("a screen's day", () => get('/api/today')),
    kind("a screen's queue", () => get('/api/work-queue')),
    kind("a screen's bell", () => get('/api/inbox')),
    kind("a screen's tasks", () => get('/api/tasks')),
    kind("a screen's insights", () => get('/api/insights')),
    kind('statistics', () => get(`/api/tenants/${tenantUuid}/stats`)),
    kind('staff by a name with many near words', (n) =>
      get(`/api/tenant-staff/search?name=Munozez${n % 997}`),
    ),
    kind('staff by a name that hundreds bear', (n) =>
      get(`/api/tenant-staff/search?name=${['elena', 'rojas', 'tom', 'soto'][n % 4]}`),
    ),
    kind('staff by a name with a typo', (n) =>
      get(`/api/tenant-staff/search?name=Contrerasze${n % 997}`),
    ),
  ];
}
