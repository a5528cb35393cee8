import type { Kind, Known } from './scale-questions.ts';

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const lists = '/api/core/platformconfigs/v1/contacts';

/** Returns the requests of the console's screens whose work grows with a firm, and that no list of fields has. */
export function screenQuestions(known: Known): Kind[] {
  const { tenantUuid, managers, contacts, households, meetings, organisations } = known;
  const of = (all: string[], n: number) => all[n % all.length];
  const about = (path: string, n: number) =>
    `/api/${path}?entityType=CONTACT&entityUuid=${of(contacts, n)}`;
  const get = (name: string, path: (n: number) => string, others: Partial<Kind> = {}): Kind => ({
    name,
    ask: (n) => ({ path: path(n) }),
    atMost: 50,
    ...others,
  });
  const byAdmin = { isAdmin: true } as const;
  const meetingsOf = (name: string, field: string, all: string[]): Kind => ({
    name,
    ask: (n) => ({
      path: '/api/v2/meetings',
      body: {
        filters: [{ field, operator: 'EQUALS', value: of(all, n) }],
        sort: ['startDateTime,desc'],
      },
    }),
    atMost: 50,
  });
  return [
    get("a screen's person", (n) => `/api/contacts/${of(contacts, n)}/overview`),
    get("a screen's readiness", (n) => `/api/contacts/${of(contacts, n)}/readiness`),
    get(
      "a screen's personal data",
      (n) => `/api/contacts/${of(contacts, n)}/personal-data`,
      byAdmin,
    ),
    get("a screen's timeline", (n) => about('timeline', n)),
    get("a screen's history", (n) => about('history', n)),
    get("a screen's notes", (n) => about('notes', n)),
    get("a screen's tasks of a person", (n) => about('tasks', n)),
    meetingsOf("a screen's meetings of a person", 'participantUuid', contacts),
    meetingsOf("a screen's meetings of a household", 'householdUuid', households),
    meetingsOf("a screen's meetings of a host", 'hostUuid', managers),
    get("a screen's household", (n) => `/api/households/${of(households, n)}/detail`),
    get("a screen's members", (n) => `/api/households/${of(households, n)}/members`),
    get("a screen's organisation", (n) => `/api/organisations/${of(organisations, n)}`),
    get(
      "a screen's households of an organisation",
      (n) => `/api/organisations/${of(organisations, n)}/households`,
    ),
    get("a screen's organisations", (n) => `/api/organisations?page=${n % 50}`),
    get("a screen's meeting", (n) => `/api/v1/meetings/${of(meetings, n)}`, byAdmin),
    get("a screen's brief", (n) => `/api/v1/meetings/${of(meetings, n)}/brief`, byAdmin),
    get(
      "a screen's calendar",
      (n) => `/api/v1/meetings?from=${day(-30 - (n % 300))}&to=${day(12 - (n % 300))}`,
    ),
    get("a screen's first call", () => '/api/start'),
    get("a screen's day", () => '/api/today'),
    get("a screen's queue", () => '/api/work-queue'),
    get(
      "a screen's queue of a colleague",
      (n) => `/api/work-queue?responsibleUuid=${of(managers, n)}`,
    ),
    get("a screen's bell", () => '/api/inbox'),
    get("a screen's tasks", () => '/api/tasks'),
    get("a screen's tasks of the firm", (n) => `/api/tasks?status=OPEN&page=${n % 50}`),
    get('tasks by their words', (n) => `/api/tasks?searchTerm=mandato+${n * 7}`),
    get('notes by their words', (n) => `/api/notes?searchTerm=bonos+${n * 7}`),
    get("a screen's insights", () => '/api/insights'),
    get("a screen's views", () => '/api/views?list=CONTACTS'),
    ...['stages', 'sources', 'segments'].flatMap((list) => [
      get(`the firm's ${list}`, () => `${lists}/${list}`),
      get(`the use of the firm's ${list}`, () => `${lists}/${list}/usage`, byAdmin),
    ]),
    get('statistics', () => `/api/tenants/${tenantUuid}/stats`),
    get("a screen's staff", (n) => `/api/tenant-staff/all/paginated?page=${n % 50}`, byAdmin),
    get("a screen's advisers", () => '/api/tenant-staff/all/by-category/TENANT_STAFF', byAdmin),
    get("a screen's leavers", () => '/api/tenant-staff/leavers', byAdmin),
    get("a screen's partners", () => '/api/partners', byAdmin),
    get("a screen's trail", () => '/api/audit?size=50', byAdmin),
    get("a screen's access review", () => '/api/access-review', byAdmin),
  ];
}
