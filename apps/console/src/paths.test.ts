import { expect, test } from 'vitest';
import { type PathName, pathTo, patterns } from './paths.ts';

test('the addresses of the console stay as they are', () => {
  expect(patterns).toMatchInlineSnapshot(`
    {
      "accessReview": "/settings/security/access",
      "activity": "/activity",
      "administrators": "/platform/administrators",
      "authorize": "/authorize",
      "branding": "/settings/branding",
      "brief": "/meetings/$meetingUuid/brief",
      "calendar": "/calendar",
      "calendarSettings": "/settings/calendar",
      "compliance": "/people/$contactUuid/compliance",
      "developers": "/settings/developers",
      "domain": "/settings/domain",
      "editMeeting": "/meetings/$meetingUuid/edit",
      "forgotPassword": "/forgot-password",
      "health": "/platform/health",
      "household": "/households/$householdUuid",
      "households": "/households",
      "importPeople": "/people/import",
      "insights": "/insights",
      "lists": "/settings/lists",
      "mail": "/settings/mail",
      "meeting": "/meetings/$meetingUuid",
      "meetings": "/meetings",
      "newHousehold": "/households/new",
      "newMeeting": "/meetings/new",
      "newPerson": "/people/new",
      "organisations": "/organisations",
      "partners": "/settings/partners",
      "people": "/people",
      "person": "/people/$contactUuid",
      "pipeline": "/people/pipeline",
      "queue": "/queue",
      "security": "/settings/security",
      "setPassword": "/set-password",
      "settings": "/settings",
      "signIn": "/sign-in",
      "signInProvider": "/settings/security/provider",
      "splitHousehold": "/households/$householdUuid/split",
      "tasks": "/tasks",
      "team": "/settings/team",
      "tenant": "/platform/tenants/$tenantUuid",
      "tenants": "/platform",
      "today": "/",
      "trash": "/trash",
      "usage": "/platform/usage",
    }
  `);
});

test('an address names what it leads to and leaves out what is empty', () => {
  const contactUuid = 'a b';
  expect(pathTo('person', { contactUuid })).toBe('/people/a%20b');
  expect(pathTo('people', { stage: 'NEW', sort: 'updatedAt,desc', q: '', page: undefined })).toBe(
    '/people?stage=NEW&sort=updatedAt,desc',
  );
  for (const name of Object.keys(patterns) as PathName[]) expect(patterns[name]).toMatch(/^\//);
});
