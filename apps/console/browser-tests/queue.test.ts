import { chromiumPath } from '@atrium/platform/test-support/browser.ts';
import { contactInput } from '@atrium/platform/test-support/contact-input.ts';
import { describe, expect, test } from 'vitest';
import { consoleWorld, settle } from './console-world.ts';

if (!chromiumPath) {
  test('The work queue is not tested: there is no Chromium here', ({ skip }) => skip());
}

describe.runIf(chromiumPath)('The work queue', async () => {
  const world = chromiumPath ? await consoleWorld({}, { hasAnalytics: false }) : undefined;
  if (!world) return;
  const { w } = world;

  test('shows invitations that were refused, mends them in a sheet, and leads to the next thing', async () => {
    const tenant = await w.tenant('Andes Patrimonio');
    const adviser = await tenant.as('TENANT_STAFF');
    const { 'x-user-id': userUuid = '' } = adviser.identity;
    const contact = await adviser.post('/api/contacts', contactInput(tenant.tenantUuid, userUuid));
    expect(contact.status).toBe(200);
    const expirationDate = Temporal.Now.plainDateISO('UTC').subtract({ days: 20 }).toString();
    const document = { specificationType: 'PASSPORT', country: 'CHL', identityId: 'P123' };
    const { contactUuid } = contact.body;
    const path = `/api/contacts/${contactUuid}`;
    const identityDocuments = [{ specificationData: { ...document, expirationDate } }];
    expect((await adviser.put(path, { identityDocuments })).status).toBe(200);
    const start = Temporal.Now.plainDateISO().add({ days: 20 });
    const made = await adviser.post('/api/v1/meetings', {
      title: 'Revisión anual',
      startDateTime: `${start}T10:00`,
      endDateTime: `${start}T11:00`,
      timezone: 'America/Santiago',
      locationType: 'ONLINE',
      externalAttendees: [{ email: 'gabriel@wrong.example', name: 'Gabriel Soto' }],
    });
    expect(made.status).toBe(201);
    const guests = async () => {
      const { body } = await adviser.get(`/api/v1/meetings/${made.body.meetingUuid}`);
      return body.participants as { email: string; lastMail: { state: string } | null }[];
    };
    await expect.poll(async () => (await guests())[0]?.lastMail?.state).toBe('SENT');
    await w.db.asPlatform(
      (tx) => tx`update mails set state = 'REFUSED'
        where about ->> 'meetingUuid' = ${made.body.meetingUuid}`,
    );

    const { page, context } = await world.signIn(adviser);
    await page.goto(`${world.origin}/queue`);
    await page.getByRole('button', { name: 'Correos que no llegaron 1' }).waitFor();
    // Prospects with an incomplete record come on wish; what waits of one person is one row.
    await page.getByRole('button', { name: 'Fichas incompletas 0' }).waitFor();
    await page.getByRole('switch', { name: 'Ver prospectos' }).check();
    await page.getByRole('button', { name: 'Fichas incompletas 1' }).waitFor();
    await page.getByRole('button', { name: /Venció hace (19|20) días y 1 asunto más/ }).click();
    await page.getByRole('button', { name: 'Pedir el nuevo' }).click();
    await page.getByText('Se creó la tarea, para dentro de siete días').waitFor();
    const { body: asked } = await adviser.get(
      `/api/tasks?entityType=CONTACT&entityUuid=${contactUuid}`,
    );
    expect(asked.content).toMatchObject([{ title: 'Pedir el documento renovado' }]);
    await page.keyboard.press('Escape');
    const refused = page.getByRole('button', { name: /Gabriel Soto.*Invitación rechazada/ });
    await refused.click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('heading', { name: 'Gabriel Soto' }).waitFor();
    await sheet.getByLabel('Correo corregido').fill('gabriel@right.example');
    await sheet.getByRole('button', { name: 'Invitar a esta dirección' }).click();
    // It is no longer there, and the next thing opens by itself.
    await page.getByText('Resuelto. Aquí está lo siguiente.').waitFor();
    await settle(page);
    expect((await guests()).map(({ email }) => email)).toEqual(['gabriel@right.example']);
    const left = page.getByRole('button', { name: /Invitación rechazada/ });
    await expect.poll(() => left.count()).toBe(0);
    await sheet.getByRole('button', { name: 'Siguiente' }).waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });

    // Who comes by an old address is told so: nothing was mended, and nothing else opens.
    const old = 'MAIL_REFUSED:00000000-0000-4000-8000-000000000000';
    await page.goto(`${world.origin}/queue?item=${encodeURIComponent(old)}`);
    await page.getByText('Eso ya no está pendiente.').waitFor();
    await page.waitForURL((url) => !url.searchParams.has('item'));
    expect(await page.getByText('Resuelto').count()).toBe(0);
    await settle(page);
    expect(await sheet.isVisible()).toBe(false);

    // What is taken bears the name of who took it.
    // Prospects are incomplete by nature, and are there on wish alone.
    await page.getByRole('button', { name: 'Fichas incompletas 0' }).waitFor();
    await page.getByRole('switch', { name: 'Ver prospectos' }).click();
    await page.getByRole('button', { name: 'Fichas incompletas 1' }).click();
    await page.getByRole('button', { name: 'Abrir el primero' }).click();
    await sheet.getByRole('button', { name: 'Tomar', exact: true }).click();
    const { displayName } = (await adviser.get('/api/auth/me')).body;
    await sheet.getByText(`A cargo de ${displayName}`).waitFor();
    const mine = await adviser.get(`/api/work-queue?withProspects=true&assigneeUuid=${userUuid}`);
    expect(mine.body.content).toMatchObject([
      { entityUuid: contactUuid, kind: 'INCOMPLETE_CLIENT' },
    ]);

    // What two records say stands side by side before they become one.
    const twin = await adviser.post('/api/contacts', contactInput(tenant.tenantUuid, userUuid));
    expect(twin.status).toBe(200);
    const waiting = async () => (await adviser.get('/api/work-queue?kind=DUPLICATE')).body.content;
    await expect.poll(async () => (await waiting()).length).toBe(1);
    await page.goto(`${world.origin}/queue?kind=duplicates`);
    await page.getByRole('button', { name: /Pueden ser la misma persona/ }).click();
    await page
      .getByRole('button', { name: /^No es la misma persona que/ })
      .first()
      .waitFor();
    await page
      .getByRole('button', { name: /^Conservar la ficha de/ })
      .first()
      .click();
    const compared = page.getByRole('dialog', { name: 'Fusionar fichas' });
    await compared.getByText('Qué dice cada ficha').waitFor();
    await compared.getByRole('button', { name: 'Fusionar' }).click();
    await page.getByText(/^Las fichas de .* son ahora una$/).waitFor();
    await expect.poll(async () => (await waiting()).length).toBe(0);
    await context.close();
  });
});
