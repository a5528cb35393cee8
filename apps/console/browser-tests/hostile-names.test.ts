import { chromiumPath } from '@atrium/platform/test-support/browser.ts';
import { contactInput } from '@atrium/platform/test-support/contact-input.ts';
import { describe, expect, test } from 'vitest';
import { pathTo } from '../src/paths.ts';
import { consoleWorld, settle, visit } from './console-world.ts';

if (!chromiumPath) {
  test('Hostile names are not shown: there is no Chromium here', ({ skip }) => skip());
}

/** Scripts, links, templates and marks of direction, in the length of a name; and the longest word. */
const hostile = [
  `<script>told()</script><img src=x onerror=told()>"'><svg onload=told()>{{constructor.constructor('told()')()}}\${told()}<%= 7*7191 %>#{7*7191}\u202e\u2067gpj.exe\u200f\u200b\u0301\u0301\u{1f468}\u200d\u{1f469} <a href="javascript:told()">x</a>`,
  'W'.repeat(10_000),
];

describe.runIf(chromiumPath)('Names that mean harm', async () => {
  const world = chromiumPath ? await consoleWorld({}, { hasAnalytics: false }) : undefined;
  if (!world) return;

  test('are shown as they are on every screen: no script runs, no dialog opens, no page grows beyond its width, no name lies over its neighbours', async () => {
    const tenant = await world.w.tenant(hostile[0]);
    const admin = await tenant.as('TENANT_ADMIN');
    const userUuid = admin.identity['x-user-id'] ?? '';
    const make = async (path: string, input: object) => {
      const { status, body } = await admin.post(path, input);
      if (status > 201) throw new Error(`${path}: ${JSON.stringify(body)}`);
      return body;
    };
    const day = Temporal.Now.plainDateISO('America/Santiago').add({ days: 1 });
    const paths: string[] = [];
    for (const [at, text] of hostile.entries()) {
      const name = text.slice(0, 255);
      const { contactUuid } = await make('/api/contacts', {
        ...contactInput(tenant.tenantUuid, userUuid),
        firstName: name,
        paternalLastName: name,
        displayName: null,
        alias: name,
        preferredEmail: `hostile-${at}@names.example`,
        identityId: undefined,
        identityType: undefined,
        identityCountry: undefined,
      });
      await tenant.staff({ firstName: name, paternalLastName: name });
      const { organisationUuid } = await make('/api/organisations', {
        name,
        legalName: name,
      });
      const { householdUuid } = await make('/api/households', {
        name,
        relationshipManagerType: 'TENANT_STAFF',
        relationshipManagerUuid: userUuid,
        isActive: true,
        accountNumbers: [],
        members: [
          { memberType: 'CONTACT', contactUuid, isPrimary: true },
          { memberType: 'ORGANISATION', organisationUuid },
        ],
      });
      const { meetingUuid } = await make('/api/v1/meetings', {
        title: name,
        description: text,
        locationType: 'IN_PERSON',
        locationDetail: text.slice(0, 2_000),
        startDateTime: `${day}T1${at}:00:00`,
        endDateTime: `${day}T1${at}:30:00`,
        timezone: 'America/Santiago',
        contactIds: [contactUuid],
        externalAttendees: [{ email: `guest-${at}@names.example`, name }],
      });
      const about = { entityType: 'CONTACT', entityUuid: contactUuid };
      await make('/api/notes', { ...about, text });
      await make('/api/tasks', {
        ...about,
        title: text.slice(0, 200),
        details: text,
      });
      paths.push(
        pathTo('person', { contactUuid }),
        pathTo('household', { householdUuid }),
        pathTo('meeting', { meetingUuid }),
        pathTo('brief', { meetingUuid }),
      );
    }
    const lists = [
      'people',
      'households',
      'organisations',
      'meetings',
      'calendar',
      'queue',
      'tasks',
      'team',
    ] as const;
    paths.push(...lists.map((name) => pathTo(name)), '/people/pipeline', '/activity', '/');

    const { page, faults, context } = await world.signIn(admin);
    const told: string[] = [];
    await page.exposeFunction('told', () => void told.push(page.url()));
    page.on('dialog', (dialog) => {
      told.push(`${dialog.type()}: ${dialog.message()}`);
      void dialog.dismiss();
    });
    faults.splice(0);
    const found: string[] = [];
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      for (const path of width === 360 ? paths.slice(4, 12) : paths) {
        await visit(page, path);
        const { beyond, text, over } = await page.evaluate(() => ({
          beyond: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          text: document.body.innerText,
          over: [...document.querySelectorAll('tbody th')].filter((cell) =>
            [...cell.querySelectorAll('*')].some((part) => {
              const isOver =
                part.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1;
              const isCut = (at: Element | null): boolean =>
                at !== null &&
                at !== cell.parentElement &&
                (getComputedStyle(at).overflowX !== 'visible' || isCut(at.parentElement));
              return isOver && !isCut(part.parentElement);
            }),
          ).length,
        }));
        if (over > 0) found.push(`${path}: ${over} names lie over what stands beside them`);
        if (beyond > 0) found.push(`${path} is ${beyond} wider than ${width}`);
        if (text.includes(String(7 * 7191))) found.push(`${path} ran a template`);
        if (await page.locator('main :is(script, img[src="x"], a[href^="javascript:"])').count())
          found.push(`${path} made elements of a name`);
      }
    }
    // Nor does a page break by what is written behind its address.
    await page.setViewportSize({ width: 1280, height: 800 });
    const days = 'date=-271821-04-20&asOf=x&from=2026-02-31&to=x&start=99:99&end=x&zone=No/Zone';
    const wrong = `${days}&page=-1&sort=x&where={&columns=,&with=,&view=x&tab=x&kind=x&board=own`;
    for (const name of [...lists, 'newMeeting', 'activity', 'insights'] as const) {
      await visit(page, `${pathTo(name)}?${wrong}`);
      if (await page.getByText('Algo falló', { exact: true }).count()) found.push(`${name} breaks`);
    }
    await settle(page);
    expect(found).toEqual([]);
    expect(told).toEqual([]);
    // There is no analytics here, which the pages with figures are told.
    expect(faults.filter((each) => !/\b503\b/.test(each))).toEqual([]);
    await context.close();
  });
});
