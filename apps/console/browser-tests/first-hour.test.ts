import { join } from 'node:path';
import { chromiumPath } from '@atrium/platform/test-support/browser.ts';
import { codeOf } from '@atrium/platform/test-support/second-factor-world.ts';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { consoleWorld, settle } from './console-world.ts';
import { fromToday } from './hands.ts';

const { SCREENSHOTS } = process.env;

if (!chromiumPath) {
  test('Making a firm is not tested: there is no Chromium here', ({ skip }) => skip());
}

describe.runIf(chromiumPath)('Whoever runs the platform', async () => {
  const world = chromiumPath ? await consoleWorld() : undefined;
  if (!world) return;
  const { w } = world;
  const operator = await w.systemAdmin();
  await operator.put('/api/auth/me', { platformLanguage: 'SPANISH' });
  const other = await w.systemAdmin();
  const { page } = await world.signIn(operator);
  const id = crypto.randomUUID().slice(0, 8);
  const [name, code] = [`Sur Patrimonio ${id}`, `SUR${id}`.toUpperCase()];
  let clicks = 0;
  let tenantUuid = '';

  const button = (label: string, within: Pick<Page, 'getByRole'> = page) =>
    within.getByRole('button', { name: label, exact: true });
  const dialog = (label: string) => page.getByRole('dialog', { name: label });
  /** Presses what has a name, and counts it. */
  const press = async (target: ReturnType<typeof button>) => {
    clicks++;
    await target.click();
  };
  const step = async (label: string) => {
    await press(page.getByRole('link', { name: 'Volver a los pasos' }));
    await press(page.getByRole('link', { name: label, exact: true }));
    await page.getByRole('region', { name: 'Preparar la firma' }).waitFor({ state: 'detached' });
  };
  /** Goes on from one step to the one that follows it. */
  const next = async (label: string) => {
    await press(page.getByRole('link', { name: `Sigue: ${label}`, exact: true }));
    await page.getByRole('heading', { name: label, level: 1 }).waitFor();
  };
  const give = async (label: string, file: string, text: string) => {
    const chooser = page.waitForEvent('filechooser');
    await press(button(label));
    await (await chooser).setFiles({ name: file, mimeType: 'text/csv', buffer: Buffer.from(text) });
  };
  const look = async (title: string) => {
    if (!SCREENSHOTS) return;
    for (const [width, suffix] of [
      [390, '-390'],
      [1280, ''],
    ] as const) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
      await settle(page);
      await page.screenshot({ path: join(SCREENSHOTS, `${title}${suffix}.png`), fullPage: true });
    }
  };
  const asOperator = { 'x-tenant-uuid': '' };
  const mailed = (email: string) => w.mails.filter(({ to }) => to === email);

  test('makes a firm that is off, prepares it whole by a list of steps, and switches it on', async () => {
    // The first page says how the platform does, and leads to the firm that is to be made.
    await page
      .getByText(/^(Todo funciona|Funciona, con algo por revisar|Requiere atención ahora)$/)
      .waitFor();
    await press(button('Nueva firma'));
    await page.getByRole('textbox', { name: /^Firma/ }).fill(name);
    await page.getByRole('textbox', { name: /^Código/ }).fill(code);
    await press(button('Crear firma'));
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    tenantUuid = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    asOperator['x-tenant-uuid'] = tenantUuid;
    await page.getByText('0 de 9').waitFor();
    await page.getByText(/Falta: Marca, Dominio, Primera persona administradora/).waitFor();
    // Nobody has decided on it yet: it is neither done nor open.
    await page.getByText('Como viene', { exact: true }).waitFor();
    await look('prepare');

    await press(page.getByRole('link', { name: 'Marca', exact: true }).last());
    await page.getByText(`Está en ${name}`).first().waitFor();
    // What is prepared has its own name, though nobody else sees it yet.
    await page.getByRole('navigation').getByText(name).first().waitFor();
    await page.getByLabel('Color principal', { exact: true }).fill('#0b6e4f');
    await press(button('Publicar marca'));
    await page.getByText('La marca está publicada').waitFor();

    await next('Dominio');
    const domain = `${id}.sur.localhost`;
    await page.locator('main').getByRole('textbox').first().fill(domain);
    await press(page.locator('main form button[type="submit"]'));
    await page.getByRole('heading', { name: 'Estado' }).waitFor();
    expect(await page.locator('main').getByRole('textbox').first().inputValue()).toBe(domain);
    await page.getByText(/^Falta: (agregue el registro|apunte el dominio)/).waitFor();
    await look('domain');

    await step('Seguridad');
    await page.getByText(/^Usted todavía no tiene un segundo factor/).waitFor();
    await page.getByRole('combobox', { name: /^Segundo factor/ }).click();
    await press(page.getByRole('option', { name: 'Se exige a todos' }));
    await press(button('Guardar'));
    // It holds up whoever sets it, in words for somebody who is not of the firm, under its name.
    const alert = page.getByRole('alert').filter({ hasText: `${name} exige un segundo factor` });
    await alert.waitFor();
    await page.reload();
    await alert.waitFor();
    await page.getByRole('navigation').getByText(name).first().waitFor();
    await page.getByRole('button', { name: 'Configurar aplicación', exact: true }).click();
    const setup = dialog('Configurar aplicación');
    const secret = (await setup.locator('code').innerText()).replaceAll(' ', '');
    await setup.getByLabel('Código de 6 dígitos').fill(codeOf(secret));
    await button('Confirmar', setup).click();
    await button('Ya los guardé').click();
    await page.getByRole('heading', { name: 'Seguridad', level: 1 }).waitFor();
    await page.getByText(`Está en ${name}`).first().waitFor();
    // A new factor has ended the person's other sessions.
    await other.put(`/api/tenants/${tenantUuid}/security`, { secondFactor: 'OPTIONAL' });

    await step('Primera persona administradora');
    const boss = `jefa.${id}@sur.example`;
    const form = dialog('Invitar a un colega');
    await form.getByRole('textbox', { name: /^Nombre/ }).fill('Elena');
    await form.getByRole('textbox', { name: /^Apellido paterno/ }).fill('Rivas');
    await form.getByRole('textbox', { name: /^Correo de acceso/ }).fill(boss);
    const role = form.getByRole('combobox', { name: /^Función/ });
    expect(await role.inputValue()).toBe('Administración');
    await press(button('Invitar', form));
    await page.getByText(`La invitación a ${boss} sale al activar la firma`).waitFor();
    await form.waitFor({ state: 'detached' });

    await step('Equipo desde un CSV');
    const people = dialog('Importar colegas');
    const rows = Array.from(
      { length: 12 },
      (_, at) => `Colega${at},Soto,${at === 11 ? 'nadie' : `colega${at}.${id}@sur.example`}`,
    );
    await give('Elegir archivo', 'equipo.csv', ['Nombre,Apellido,Correo', ...rows].join('\n'));
    await press(button('Previsualizar', people));
    await people.getByText('Se importarían 11 y se rechazarían 1.').waitFor();
    await people.getByText('11 quedan con Chile y CLP, que el archivo no indica.').waitFor();
    await people.getByText('Fila 13').first().waitFor();
    await look('staff-import');
    await press(button('Importar', people));
    await people.getByText('Terminada').waitFor();
    const cell = people.getByLabel('Correo, fila 13');
    await cell.fill(`colega11.${id}@sur.example`);
    await press(button('Reintentar', people));
    await page.getByText('La fila 13 se importó').waitFor();
    await look('staff-import-done');
    await press(button('Ver el equipo', people));

    await step('Socio');
    await press(button('Nuevo socio').first());
    const partner = page.getByRole('dialog');
    await partner.getByRole('textbox', { name: /^Nombre/ }).fill('Cordillera');
    await press(button('Crear socio', partner));
    await page.getByText('Se guardó Cordillera').waitFor();

    await step('Listas');
    await settle(page);
    await look('lists');

    await step('Personas desde un CSV');
    const clients = Array.from(
      { length: 200 },
      (_, at) => `Ana${at},Paz${at},ana${at}.${id}@c.example`,
    );
    await give('Elegir archivo', 'personas.csv', ['Nombre,Apellido,Correo', ...clients].join('\n'));
    await page.getByText(/^Quien asesora debe estar antes en el equipo/).waitFor();
    await page.getByText(/^Cada fila lleva esto/).waitFor();
    await look('people-import');
    await page.getByRole('combobox', { name: 'Asesor' }).fill('Colega1');
    await press(page.getByRole('option').first());
    await press(button('Previsualizar'));
    await page.getByText('Se importarían 200 y se rechazarían 0.').waitFor();
    await press(button('Importar'));
    await page.getByText('200 personas importadas.').waitFor();

    expect(mailed(boss)).toEqual([]);
    await press(page.getByRole('link', { name: 'Volver a los pasos' }));
    await page.getByText('de 9', { exact: false }).waitFor();
    await look('prepared');
    await page.getByText(`comienzan con ${domain}, que todavía no lleva aquí`).waitFor();
    await press(button('Activar'));
    await page.getByText(`${name} está activa`).waitFor();
    await expect.poll(() => mailed(boss).length).toBe(1);
    // The page says where the firm is found and what went out, and the bar above leads to no steps any more.
    await page.getByRole('region', { name: 'En marcha' }).waitFor();
    expect(await page.getByLabel('Su gente entra en', { exact: true }).inputValue()).toContain(
      domain,
    );
    await page
      .getByText(/^Las invitaciones y los demás correos que esperaban están saliendo/)
      .waitFor();
    await page.getByRole('link', { name: 'Volver a los pasos' }).waitFor({ state: 'detached' });
    await look('switched-on');
    expect(mailed(boss)[0]?.text).toContain(domain);
    await expect.poll(() => mailed(`colega11.${id}@sur.example`).length).toBe(1);
    const staff = await other.get('/api/tenant-staff/all', asOperator);
    expect(staff.body).toHaveLength(13);
    const { body } = await other.get(`/api/tenants/${tenantUuid}/security`);
    expect(body.refuseCommonPasswords).toBe(true);
    // What the whole preparation asks for, apart from typing.
    expect(clicks).toBeLessThanOrEqual(38);
    process.stdout.write(`first hour: ${clicks} clicks\n`);
  });

  test('leaves the firm, deletes it and removes it for good, with what goes told before and after', async () => {
    await press(button('Salir'));
    await page.getByText(`Está en ${name}`).first().waitFor({ state: 'detached' });
    await page.getByText('Las firmas de la plataforma.').waitFor();
    await settle(page);
    // The platform's own record offers nothing that is refused.
    await page
      .getByRole('main')
      .getByRole('link', { name: 'Firma de la plataforma', exact: true })
      .click();
    await page.getByText('Es la plataforma misma').waitFor();
    await button('Eliminar').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    const box = page.getByRole('combobox', { name: 'Buscar o ir a…' });
    await box.fill('crear firma');
    await page.getByRole('option', { name: 'Nueva firma' }).click();
    await button('Volver', dialog('Nueva firma')).click();
    await dialog('Nueva firma').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await box.fill(name);
    await press(page.getByRole('group', { name: 'Firmas' }).getByRole('option'));
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    await press(button('Eliminar'));
    await press(button('Eliminar', dialog(`¿Eliminar ${name}?`)));
    await page.getByText(`Se eliminó ${name}`).waitFor();
    await press(button('Eliminar para siempre'));
    const purge = dialog(`¿Eliminar ${name} para siempre?`);
    await purge.getByText(/13 personas del equipo y 200 personas/).waitFor();
    await purge.getByLabel(`Escriba ${code} para confirmar`).fill(code);
    await press(button('Eliminar para siempre', purge));
    const report = dialog(`Se borró ${name}`);
    await report.getByText(/datos borrados/).waitFor();
    await look('purged');
    await press(button('Volver a las firmas', report));
    await page.getByRole('heading', { name: 'Firmas', level: 1 }).waitFor();
  });

  test('does the ten commonest things in English, each from the first page, in few clicks and calls', async () => {
    const english = await w.systemAdmin();
    await english.put('/api/auth/me', { platformLanguage: 'ENGLISH' });
    const { page: at, context, faults } = await world.signIn(english, { locale: 'en-GB' });
    const lost: string[] = [];
    at.on('response', (answer) => {
      if (answer.status() === 404) lost.push(new URL(answer.url()).pathname);
    });
    const [firm, firmCode] = [`Prueba ${id}`, `PR${id}`.toUpperCase()];
    // One that is off is entered to prepare it, which reads its steps.
    const active = `Activa ${id}`;
    await w.tenant(active);
    const act = (label: string) => at.getByRole('button', { name: label, exact: true }).last();
    const said = (text: string | RegExp) => at.getByText(text).first().waitFor();
    const place = async (label: string) => {
      const menu = at.getByRole('navigation');
      await menu
        .getByRole('link', { name: /^Platform/ })
        .last()
        .click();
      // The list on the way is read once, by whoever comes first: it does not count for the next.
      await settle(at);
      if (label !== 'Firms') await menu.getByRole('link', { name: label, exact: true }).click();
      await at.getByRole('heading', { name: label, level: 1 }).waitFor();
    };
    const find = async (wanted = firm) => {
      await at.keyboard.press('Control+k');
      await at.getByRole('combobox', { name: 'Search or go to…' }).fill(wanted);
      await at.getByRole('group', { name: 'Firms' }).getByRole('option').first().click();
      await at.getByRole('heading', { name: wanted, level: 1 }).waitFor();
    };
    const confirmed = (label: string, done: string) => async () => {
      await find();
      await act(label).click();
      await at.getByRole('dialog').getByRole('button', { name: label, exact: true }).click();
      await said(done);
    };
    const create = async () => {
      await act('New firm').click();
      await at.getByRole('textbox', { name: /^Firm/ }).fill(firm);
      await at.getByRole('textbox', { name: /^Code/ }).fill(firmCode);
      await act('Create firm').click();
      await at.getByRole('heading', { name: firm, level: 1 }).waitFor();
    };
    const enter = async () => {
      await find(active);
      await act('Enter this firm').click();
      await said(`You are in ${active}`);
    };
    const leave = async () => {
      // Whoever is in a firm came for the firm: its settings come before their own.
      expect(
        await at
          .getByRole('navigation')
          .getByRole('link', { name: /^Settings/ })
          .getAttribute('href'),
      ).toBe('/settings/team');
      await act('Leave').click();
      await at.getByText(`You are in ${active}`).first().waitFor({ state: 'detached' });
    };
    const switchOn = async () => {
      await find();
      await act('Switch on').click();
      await said(`${firm} is on`);
    };
    const download = async () => {
      await place('Usage');
      const file = at.waitForEvent('download');
      await act('Download CSV').click();
      expect((await file).suggestedFilename()).toMatch(/^usage-.+\.csv$/);
    };
    const addAdministrator = async () => {
      await place('Administrators');
      await at.getByRole('button', { name: /^Add/ }).first().click();
      const form = at.getByRole('dialog');
      const texts = ['Grace', 'Hale', `grace.${id}@platform.example`];
      for (const [index, text] of texts.entries())
        await form.getByRole('textbox').nth(index).fill(text);
      await form.locator('button[type="submit"]').click();
      await form.waitFor({ state: 'detached' });
      await said(`grace.${id}@platform.example`);
    };
    await fromToday(at, [
      ['see how the platform does', 2, 4, () => place('Health')],
      ['make a firm', 2, 13, create],
      ['find a firm', 1, 4, () => find()],
      ['enter it', 2, 8, enter],
      ['leave it', 1, 7, leave],
      ['switch it on', 2, 15, switchOn],
      ['switch it off', 3, 4, confirmed('Switch off', `${firm} is off`)],
      ['see and download usage', 3, 6, download],
      ['add an administrator', 4, 4, addAdministrator],
      ['delete a firm', 3, 5, confirmed('Delete', `${firm} was deleted`)],
    ]);
    // A firm without a domain says so with 404, and what was deleted is read no more.
    expect(faults.filter((each) => !/\b404\b/.test(each))).toEqual([]);
    expect(lost.filter((path) => !path.includes('/tenant-domains/'))).toEqual([]);
    await context.close();
    await expect
      .poll(async () => {
        const filters = [{ field: 'code', operator: 'EQUALS', value: firmCode }];
        const { body } = await other.post('/api/v2/tenants', { filters, includeDeleted: true });
        return body.content[0]?.deletedAt;
      })
      .toBeTruthy();
  });
});
