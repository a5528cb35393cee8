import { expect, test } from 'vitest';
import { type Href, type PathName, pathTo, patterns } from './paths.ts';
import { rightOf } from './search.ts';

test('the addresses of the console stay as they are', () => {
  expect(patterns).toEqual({
    accessReview: '/settings/security/access',
    activity: '/activity',
    administrators: '/platform/administrators',
    authorize: '/authorize',
    branding: '/settings/branding',
    brief: '/meetings/$meetingUuid/brief',
    calendar: '/calendar',
    calendarSettings: '/settings/calendar',
    compliance: '/people/$contactUuid/compliance',
    developers: '/settings/developers',
    domain: '/settings/domain',
    editMeeting: '/meetings/$meetingUuid/edit',
    forgotPassword: '/forgot-password',
    health: '/platform/health',
    household: '/households/$householdUuid',
    households: '/households',
    importPeople: '/people/import',
    insights: '/insights',
    lists: '/settings/lists',
    mail: '/settings/mail',
    meeting: '/meetings/$meetingUuid',
    meetings: '/meetings',
    newHousehold: '/households/new',
    newMeeting: '/meetings/new',
    newPerson: '/people/new',
    organisations: '/organisations',
    partners: '/settings/partners',
    people: '/people',
    person: '/people/$contactUuid',
    pipeline: '/people/pipeline',
    queue: '/queue',
    security: '/settings/security',
    setPassword: '/set-password',
    settings: '/settings',
    signIn: '/sign-in',
    signInProvider: '/settings/security/provider',
    splitHousehold: '/households/$householdUuid/split',
    tasks: '/tasks',
    team: '/settings/team',
    tenant: '/platform/tenants/$tenantUuid',
    tenants: '/platform',
    today: '/',
    trash: '/trash',
    usage: '/platform/usage',
  });
});

test('an address names what it leads to and leaves out what is empty', () => {
  const contactUuid = 'a b';
  expect(pathTo('person', { contactUuid })).toBe('/people/a%20b');
  expect(pathTo('people', { stage: 'NEW', sort: 'updatedAt,desc', q: '', page: undefined })).toBe(
    '/people?stage=NEW&sort=updatedAt,desc',
  );
  for (const name of Object.keys(patterns) as PathName[]) expect(patterns[name]).toMatch(/^\//);
});

test('an address that there is not does not compile', () => {
  // @ts-expect-error: no page has this name.
  expect(() => pathTo('persons')).toThrow();
  // @ts-expect-error: the page takes nothing of this name.
  expect(pathTo('calendar', { day: '2026-01-02' })).toBe('/calendar?day=2026-01-02');
  // @ts-expect-error: the page is somebody's.
  expect(pathTo('person', { householdUuid: 'a' })).toBe('/people/undefined');
  // @ts-expect-error: a text is no address.
  const typed: Href = '/people';
  expect(typed).toBe(pathTo('people'));
});

test('what an address states and cannot be read counts as not stated', () => {
  const hostile = ['', 'x', '%00', '0', '-1', 'NaN', '2026-02-31', '-271821-04-20', '24:00', '{}'];
  for (const text of hostile) {
    const days = { date: text, asOf: text, from: text, to: text };
    const others = { start: text, end: text, page: text, rows: text, sort: text, zone: text };
    const right = rightOf({ ...days, ...others, q: text });
    expect(
      Object.values(right).filter((each) => each !== undefined),
      text,
    ).toEqual([text]);
  }
  const right = { date: '2026-02-28', start: '09:30', page: '2', sort: 'name,asc', zone: 'UTC' };
  expect(rightOf(right)).toEqual(right);
});
