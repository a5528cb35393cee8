import { join } from 'node:path';
import { ageProof } from '@atrium/platform/test-support/age-proof.ts';
import { svg } from '@atrium/platform/test-support/branding-studio.ts';
import { chromiumPath } from '@atrium/platform/test-support/browser.ts';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { consoleWorld, password, settle, visit } from './console-world.ts';
import { fromToday } from './hands.ts';
import { makeRecords } from './records.ts';
import { saidByGrounds } from './without-grounds.ts';

const { SCREENSHOTS } = process.env;

if (!chromiumPath) {
  test('The settings of a firm are not tested: there is no Chromium here', ({ skip }) => skip());
}

describe.runIf(chromiumPath)('An administrator of a firm', async () => {
  const world = chromiumPath ? await consoleWorld({}, { hasAnalytics: false }) : undefined;
  if (!world) return;
  const tenant = await world.w.tenant('Andes Patrimonio');
  const admin = await tenant.as('TENANT_ADMIN');
  const { page } = await world.signIn(admin, {}, '/settings/team');
  /** Keeps a picture of the page, where SCREENSHOTS names a folder. */
  const look = async (name: string) => {
    if (!SCREENSHOTS) return;
    await settle(page);
    await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
    await page.setViewportSize({ width: 390, height: 844 });
    await settle(page);
    await page.screenshot({ path: join(SCREENSHOTS, `${name}-390.png`) });
    await page.setViewportSize({ width: 1280, height: 800 });
    await settle(page);
  };
  const button = (name: string, within: Pick<Page, 'getByRole'> = page) =>
    within.getByRole('button', { name, exact: true });
  const dialog = (name: string) => page.getByRole('dialog', { name });

  test('invites a colleague, who gets a link of their own, and takes leave of them', async () => {
    const email = `laura.${crypto.randomUUID().slice(0, 8)}@andes.example`;
    await button('Invitar').click();
    const form = dialog('Invitar a un colega');
    await look('invite');
    await form.getByLabel('Nombre', { exact: false }).first().fill('Laura');
    await form.getByLabel('Apellido paterno').fill('Vidal');
    await form.getByLabel('Correo de acceso').fill(email);
    await button('Invitar', form).click();
    await page.getByText(`La invitación va en camino a ${email}`).waitFor();
    await form.waitFor({ state: 'detached' });
    const linked = () =>
      world.w.mails.filter(({ to, text }) => to === email && text.includes('/set-password'));
    await expect.poll(() => linked().length).toBe(1);

    await page.getByRole('link', { name: 'Laura Vidal' }).click();
    const sheet = dialog('Laura Vidal');
    await sheet.getByText('Aún no ha entrado', { exact: true }).waitFor();
    await sheet.getByText(/^Último enlace pedido: .+\.$/).waitFor();
    await look('member');
    await button('Deja la firma', sheet).click();
    const leave = dialog('Laura Vidal deja la firma');
    await leave.getByText('No tiene nada por traspasar.').waitFor();
    await look('leave');
    await button('Dar de baja', leave).click();
    await page.getByText('Laura Vidal dejó la firma').waitFor();
    await page.getByRole('link', { name: 'Laura Vidal' }).waitFor({ state: 'detached' });
  });

  test('changes the rules for signing in after proving who they are', async () => {
    await visit(page, '/settings/security');
    await ageProof(world.w, admin.identity['x-user-id'] ?? '');
    const minutes = page.getByLabel('Minutos de inactividad');
    await minutes.fill('3');
    await button('Guardar').click();
    await page.getByRole('alert').getByText('Minutos de inactividad').waitFor();
    await look('security');
    await minutes.fill('45');
    // Several networks are longer than one may be, however they are parted.
    const networks = ['0.0.0.0/0', '::/0', '10.0.0.0/8', '192.168.0.0/16', '172.16.0.0/12'];
    await page.getByLabel('Redes permitidas').fill(networks.join(', '));
    await button('Guardar').click();
    const proof = dialog('Confirme que es usted');
    await proof.getByLabel('Contraseña', { exact: true }).fill(password);
    await button('Confirmar', proof).click();
    await page.getByText('Guardado').waitFor();
    const { body } = await admin.get(`/api/tenants/${tenant.tenantUuid}/security`);
    expect(body.idleMinutes).toBe(45);
    expect([...body.allowedNetworks].sort()).toEqual([...networks].sort());
  });

  test('makes a key whose secret is shown once, and a webhook that is tested', async () => {
    await visit(page, '/settings/developers');
    await button('Nueva clave').click();
    const form = dialog('Nueva clave');
    await form.getByLabel('Para qué es').fill('Informe mensual');
    await form.getByRole('checkbox', { name: 'Personas: Leer' }).check();
    await look('credential');
    await button('Crear clave', form).click();
    const once = dialog('Su clave');
    expect(await once.getByLabel('Secreto').inputValue()).toMatch(/^\S{20,}$/);
    await button('Ya lo guardé', once).click();
    await page.getByText('Informe mensual').waitFor();
    await once.waitFor({ state: 'detached' });

    await button('Nuevo webhook').click();
    const hook = dialog('Nuevo webhook');
    await hook.getByRole('textbox', { name: /^Dirección/ }).fill('https://hooks.invalid/atrium');
    await button('Crear webhook', hook).click();
    await button('Ya lo guardé', dialog('Secreto de firma')).click();
    await page.getByRole('link', { name: /hooks\.invalid/ }).click();
    const sheet = dialog('Webhook');
    await button('Enviar prueba', sheet).click();
    await sheet.getByText(/La prueba no llegó/).waitFor();
    await look('endpoint');
  });

  const file = (name: string, text: string) => ({
    name,
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(text),
  });
  const uploads = /\/api\/public\/uploads\//;
  const chooseLogo = async (text: string) => {
    const chooser = page.waitForEvent('filechooser');
    await button('Elegir archivo: Logo').click();
    await (await chooser).setFiles(file('logo.svg', text));
    // The field holds no file: a browser tells of the same one again, once it was mended.
    const field = page.locator('input[type="file"][accept*="svg"]');
    await expect.poll(() => field.inputValue()).toBe('');
  };
  const primary = page.getByLabel('Color principal', { exact: true });
  const publish = async (told: string) => {
    await button('Publicar marca').click();
    await page.getByText(told).first().waitFor();
  };
  const published = async () =>
    (await world.w.anonymous.get(`/api/public/tenants/${tenant.tenantUuid}/branding`)).body;

  test('publishes a light yellow and a logo without its script, seen before in four frames', async () => {
    await visit(page, '/settings/branding');
    await primary.fill('#ffd400');
    await chooseLogo(' '.repeat(1_048_577));
    const large = page.getByRole('alert').filter({ hasText: 'demasiado grande' });
    await large.waitFor();
    await chooseLogo(svg.replace('</svg>', '<script>alert(1)</script></svg>'));
    const phone = page.frameLocator('iframe[title="Teléfono"]');
    await large.waitFor({ state: 'detached' });
    await phone.getByText('Familia Fuentes').waitFor();
    const buttonColor = () =>
      phone
        .locator('button', { hasText: 'Nueva reunión' })
        .evaluate((each) => getComputedStyle(each).backgroundColor);
    await expect.poll(buttonColor).toBe('rgb(255, 212, 0)');
    const mail = page.frameLocator('iframe[title="Correo"]').locator('a', { hasText: 'Responder' });
    await expect
      .poll(() => mail.evaluate((each) => getComputedStyle(each).backgroundColor))
      .toBe('rgb(255, 212, 0)');
    // White on this yellow is not read; what is drawn instead is.
    const row = page.getByRole('row', { name: /Texto del botón principal/ });
    expect(await row.getByRole('cell').allInnerTexts()).toEqual([
      expect.stringMatching(/^1,\d : 1$/),
      expect.stringMatching(/^1\d,\d : 1$/),
      expect.stringMatching(/^1\d,\d : 1$/),
    ]);
    await look('branding');
    // The file arrives when its ticket has expired: another is asked for, and nothing is said.
    await page.route(
      uploads,
      async (route) => {
        await world.w.db.asPlatform(
          (tx) => tx`update upload_sessions set expires_at = now()
            where tenant_uuid = ${tenant.tenantUuid}`,
        );
        await route.continue();
      },
      { times: 1 },
    );
    await publish('La marca está publicada');
    await page.getByRole('navigation').getByRole('img', { name: 'Andes Patrimonio' }).waitFor();
    const { colors, assets } = await published();
    expect(colors.primary).toBe('#ffd400');
    const drawing = await world.w.anonymous.get(new URL(assets.logo).pathname);
    expect(drawing.status).toBe(200);
    expect(String(drawing.body)).not.toContain('script');
  });

  test('is told in words of a drawing that would stop its readers, and can go on', async () => {
    const noise = '<filter id="f"><feTurbulence numOctaves="99999999"/></filter>';
    await chooseLogo(svg.replace('</svg>', `${noise}<rect width="9" filter="url(#f)"/></svg>`));
    await page.getByText('logo.svg repite partes o usa filtros').waitFor();
    await publish('logo.svg no se publicó');
    await look('branding-refused');
    await button('Dejar como estaba').click();
    await page.getByText('logo.svg no se publicó').waitFor({ state: 'detached' });
    // So it is with the address of the upload itself.
    const before = (await published()).assets.logo;
    await chooseLogo(svg);
    await page.route(
      uploads,
      (route) =>
        route.continue({
          url: route
            .request()
            .url()
            .replace(/expires=\d+/, 'expires=1'),
        }),
      { times: 1 },
    );
    await button('Publicar marca').click();
    await expect.poll(async () => (await published()).assets.logo).not.toBe(before);
  });

  const publishingAs = (other: typeof admin) => async (change: object) => {
    const { body } = await other.get(`/api/tenants/${tenant.tenantUuid}/branding`);
    const { colors, useDefault, version } = body.stored;
    const answer = await other.post(`/api/tenants/${tenant.tenantUuid}/branding/confirm`, {
      colors: { ...colors, ...change },
      useDefault: { ...useDefault, primary: false, sidebar: false },
      versionHint: version + 1,
    });
    expect(answer.status).toBe(200);
  };

  test('sees who published meanwhile, keeps the own colour or takes theirs, and returns to an earlier look', async () => {
    const publishAs = publishingAs(await tenant.as('TENANT_ADMIN'));
    // Another field of theirs is laid under the own one without a question.
    await primary.fill('#0b6e4f');
    await publishAs({ sidebar: '#222244' });
    await publish('Publicada sobre lo de');
    expect((await published()).colors).toMatchObject({ primary: '#0b6e4f', sidebar: '#222244' });
    // The same field is asked about.
    await primary.fill('#8a1c4a');
    await publishAs({ primary: '#114477' });
    await button('Publicar marca').click();
    await button('Dejar lo mío: Color principal').waitFor();
    await look('branding-stale');
    await page.getByRole('button', { name: /^Tomar lo de .+: Color principal$/ }).click();
    await expect.poll(() => primary.inputValue()).toBe('#114477');
    await primary.fill('#8a1c4a');
    // What is typed before the answer comes stays, over what was published.
    const typedOn = Promise.withResolvers<void>();
    await page.route(
      /\/branding\/confirm$/,
      async (route) => {
        const response = await route.fetch();
        await typedOn.promise;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await button('Publicar marca').click();
    await expect
      .poll(async () => (await published()).colors.primary, { timeout: 60_000 })
      .toBe('#8a1c4a');
    const sidebar = page.getByLabel('Barra lateral', { exact: true });
    await sidebar.fill('#333355');
    typedOn.resolve();
    await page.locator('button[data-loading]').waitFor({ state: 'detached' });
    expect([await primary.inputValue(), await sidebar.inputValue()]).toEqual([
      '#8a1c4a',
      '#333355',
    ]);
    await button('Descartar').click();
    expect(await sidebar.inputValue()).toBe('#222244');

    await page
      .getByRole('button', { name: /^Volver a esta:/ })
      .last()
      .click();
    await button('Volver a esta', page.getByRole('dialog')).click();
    await page.getByText('La marca anterior está publicada otra vez').waitFor();
    expect((await published()).colors.primary).toBe('#ffd400');
    await expect.poll(() => primary.inputValue()).toBe('#ffd400');
  });

  test('keeps a colour that is typed at the moment at which another look arrives', async () => {
    const publishAs = publishingAs(await tenant.as('TENANT_ADMIN'));
    for (const turns of [0, 1, 2, 3, 4]) {
      const color = `#0b6e5${turns}`;
      await page.evaluate(typeOnArrival, { color, turns });
      await publishAs({ sidebar: `#22224${turns}` });
      await page.evaluate(() => (globalThis as unknown as Arrival).isTyped);
      await settle(page);
      expect(await primary.inputValue(), `${turns} turns after the answer`).toBe(color);
      await button('Descartar').click();
      await expect.poll(() => primary.inputValue()).toBe('#ffd400');
    }
  });

  test('does the ten commonest things of the work, each from the first page, in few clicks and calls', async () => {
    await tenant.staff({ firstName: 'Paula', paternalLastName: 'Rengifo' });
    await makeRecords(await tenant.as('TENANT_STAFF'));
    const said = (text: string | RegExp) => page.getByText(text).first().waitFor();
    const sheet = dialog('Paula Rengifo');
    const last = page.getByRole('dialog').last();
    const place = async (name: string) => {
      const menu = page.getByRole('navigation');
      await menu.getByRole('link', { name: /^Configuración/ }).click();
      await menu.getByRole('link', { name, exact: true }).click();
    };
    const colleague = async () => {
      await place('Equipo');
      await page.getByRole('link', { name: /Paula Rengifo/ }).click();
      await button('Guardar', sheet).waitFor();
    };
    const invite = async () => {
      await place('Equipo');
      await button('Invitar').click();
      await last.getByRole('textbox', { name: 'Nombre' }).first().fill('Inés');
      await last.getByLabel('Apellido paterno').fill('Vial');
      await last.getByLabel('Correo de acceso').fill(`ines.${crypto.randomUUID()}@andes.example`);
      await button('Invitar', last).click();
      await said('La invitación va en camino');
    };
    const changePost = async () => {
      await colleague();
      await sheet.getByLabel('Cargo').fill('Asesora sénior');
      await button('Guardar', sheet).click();
      await said('Los datos de Paula se guardaron');
    };
    /** How a colleague signs in stands before their data. */
    const letIn = (act: string, done: string) => async () => {
      await colleague();
      await button(act, sheet).click();
      // What is asked lies on the sheet, whose own button has the same name.
      await button(act, page.getByRole('dialog').nth(1)).click();
      await said(done);
    };
    const renameStage = async () => {
      await place('Listas');
      await page.getByLabel('Nombre de Propuesta').fill('Propuesta enviada');
      await button('Guardar etapas').click();
      await said(/guard/i);
    };
    const testMail = async () => {
      await place('Correo');
      await page.getByRole('button', { name: /prueba/ }).click();
      await said(/prueba.*(camino|salió|envi)/i);
    };
    const makeKey = async () => {
      await place('Desarrolladores');
      await button('Nueva clave').click();
      await last.getByLabel('Para qué es').fill('Cierre de mes');
      await last.getByRole('checkbox', { name: 'Personas: Leer' }).check();
      await button('Crear clave', last).click();
      await button('Ya lo guardé', dialog('Su clave')).click();
    };
    const addPartner = async () => {
      await place('Socios');
      await button('Nuevo socio').first().click();
      await last.getByRole('textbox', { name: /^Nombre/ }).fill('Austral');
      await button('Crear socio', last).click();
      await said('Se guardó Austral');
    };
    const audit = async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Buscar o ir a…' }).fill('Bruno');
      await page.getByRole('group', { name: 'Personas' }).getByRole('option').first().click();
      await page.getByRole('button', { name: 'Más acciones' }).first().click();
      await page.getByRole('menuitem', { name: 'Actividad', exact: true }).click();
      await page.getByRole('heading', { name: 'Actividad', level: 1 }).waitFor();
    };
    const leave = async () => {
      await colleague();
      await button('Deja la firma', sheet).click();
      await button('Dar de baja', last).click();
      await said(/^Paula Rengifo.* dejó la firma$/);
    };
    await fromToday(page, [
      ['invite a colleague', 4, 6, invite],
      ['change a post', 4, 6, changePost],
      ['send a link', 5, 3, letIn('Enviar enlace', 'El enlace va en camino')],
      ['reset a factor', 5, 3, letIn('Quitar segundo factor', 'ya no tiene segundo factor')],
      ['rename a stage', 3, 5, renameStage],
      ['send a test mail', 3, 5, testMail],
      ['make a key', 6, 4, makeKey],
      ['add a partner', 4, 5, addPartner],
      ['see the audit of a person', 3, 14, audit],
      ['let a colleague go', 5, 24, leave],
    ]);
  });

  test('prints the audit whole, with the head of the firm, and nothing on it told by a ground alone', async () => {
    await visit(page, '/activity');
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.getByText('Confidencial', { exact: true }).waitFor();
    expect(await button('Descargar el registro').isVisible()).toBe(false);
    expect(await saidByGrounds(page)).toEqual([]);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen' });
    await button('Descargar el registro').waitFor();
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1);
    // Afterwards the page is as it was.
    await expect.poll(() => page.locator('[data-paper]').count()).toBe(0);
  });

  test('keeps its records from an adviser of another firm who has ten of its addresses', async () => {
    const staff = await tenant.as('TENANT_STAFF');
    const { contactUuid, householdUuid, meetingUuid, tenantUuid } = await makeRecords(staff);
    const stranger = await (await world.w.tenant('Otra Firma')).as('TENANT_STAFF');
    const { page: other, context } = await world.signIn(stranger, {}, '/people');
    const records = [
      `/people/${contactUuid}`,
      `/people/${contactUuid}/compliance`,
      `/households/${householdUuid}`,
      `/households/${householdUuid}/split`,
      `/meetings/${meetingUuid}`,
      `/meetings/${meetingUuid}/edit`,
      `/meetings/${meetingUuid}/brief`,
    ];
    const pages = [
      `/meetings/new?contact=${contactUuid}`,
      `/settings/team?member=${staff.identity['x-user-id']}`,
      `/platform/tenants/${tenantUuid}`,
    ];
    for (const address of [...records, ...pages]) {
      await visit(other, address);
      const text = await other.locator('body').innerText();
      expect
        .soft(text, address)
        .not.toMatch(/Andes Patrimonio|Familia Fuentes|Revisión anual|CTA-/);
      if (records.includes(address))
        expect
          .soft(text, address)
          .toMatch(/Página no encontrada|No existe o usted no tiene acceso/);
    }
    await context.close();

    // For their own administrator the box offers the acts of the record at hand, with a key or without.
    await visit(page, `/people/${contactUuid}`);
    await page.keyboard.press('Control+k');
    const box = page.getByRole('combobox', { name: 'Buscar o ir a…' });
    await box.fill('fusionar un');
    await page.getByRole('option', { name: 'Fusionar un duplicado' }).waitFor();
    // What sends mail asks first.
    const sent = world.w.mails.length;
    await box.fill('enviar acc');
    await page.getByRole('option', { name: 'Enviar acceso' }).click();
    const asks = page.getByRole('dialog', { name: /^¿Enviar acceso a/ });
    await asks.getByRole('button', { name: 'Volver' }).click();
    await asks.waitFor({ state: 'detached' });
    expect(world.w.mails).toHaveLength(sent);
    await page.keyboard.press('Control+k');
    await box.fill('borrar para');
    const results = page.getByRole('listbox', { name: 'Resultados' });
    await expect.poll(() => results.getAttribute('aria-busy')).toBe('false');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: /^¿Borrar para siempre a/ }).waitFor();
  });
});

type Arrival = { isTyped: Promise<void> };

/** Runs in the page: types a colour so many turns after the look was next read, which may be amid its being drawn. */
function typeOnArrival({ color, turns }: { color: string; turns: number }): void {
  const { json } = Response.prototype;
  const typed = Promise.withResolvers<void>();
  Object.assign(globalThis, { isTyped: typed.promise });
  const type = () => {
    const field = [...document.querySelectorAll('input')].find(({ labels }) =>
      labels?.[0]?.innerText.startsWith('Color principal'),
    );
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    value?.set?.call(field, color);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
    typed.resolve();
  };
  const afterTurns = (left: number) => {
    if (left === 0) return type();
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => afterTurns(left - 1);
    port2.postMessage(undefined);
  };
  Response.prototype.json = async function () {
    const answer = await json.call(this);
    if (!this.url.endsWith('/branding')) return answer;
    Response.prototype.json = json;
    afterTurns(turns);
    return answer;
  };
}
