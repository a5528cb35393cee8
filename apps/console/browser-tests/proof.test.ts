import { ageProof } from '@atrium/platform/test-support/age-proof.ts';
import { chromiumPath } from '@atrium/platform/test-support/browser.ts';
import { codeOf } from '@atrium/platform/test-support/second-factor-world.ts';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { consoleWorld, password } from './console-world.ts';

if (!chromiumPath) {
  test('The question for a proof is not tested: there is no Chromium here', ({ skip }) => skip());
}

describe.runIf(chromiumPath)('A change of the sign-in long after the sign-in', async () => {
  const world = chromiumPath ? await consoleWorld({}, { hasAnalytics: false }) : undefined;
  if (!world) return;
  const tenant = await world.w.tenant('Andes Patrimonio');
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const question = (page: Page) => page.getByRole('dialog', { name: 'Confirme que es usted' });

  test('asks who is there, and then goes on with what was typed', async () => {
    const caller = await tenant.as('TENANT_STAFF');
    const userUuid = caller.identity['x-user-id'] ?? '';
    const email = await world.letSignIn(caller);
    const { page, context } = await world.open('/sign-in?next=/settings');
    await page.getByLabel('Correo').fill(email);
    await page.getByLabel('Contraseña', { exact: true }).fill(password);
    await button(page, 'Iniciar sesión').click();
    await page.getByRole('heading', { name: 'Mi cuenta', level: 1 }).waitFor();

    await ageProof(world.w, userUuid);
    await button(page, 'Configurar aplicación').click();
    await question(page).waitFor();
    await page.keyboard.press('Escape');
    await question(page).waitFor({ state: 'detached' });
    const setup = page.getByRole('dialog', { name: 'Configurar aplicación' });
    await setup.getByText('Confirme que es usted para hacer este cambio').waitFor();
    await page.keyboard.press('Escape');
    await setup.waitFor({ state: 'detached' });

    await button(page, 'Configurar aplicación').click();
    await question(page).getByLabel('Contraseña', { exact: true }).fill('no es esta');
    await question(page).getByRole('button', { name: 'Confirmar' }).click();
    await question(page).getByText('La contraseña no es correcta.').waitFor();
    await question(page).getByLabel('Contraseña', { exact: true }).fill(password);
    await question(page).getByRole('button', { name: 'Confirmar' }).click();
    await question(page).waitFor({ state: 'detached' });
    const secret = (await setup.locator('code').innerText()).replaceAll(' ', '');
    await page.getByLabel('Código de 6 dígitos').fill(codeOf(secret));
    await button(page, 'Confirmar').click();
    await button(page, 'Ya los guardé').click();

    await ageProof(world.w, userUuid);
    await button(page, 'Nuevos códigos de recuperación').click();
    const renewal = page.getByRole('dialog', { name: 'Nuevos códigos de recuperación' });
    await renewal.getByLabel('Contraseña actual').fill(password);
    await renewal.getByRole('button', { name: 'Nuevos códigos de recuperación' }).click();
    await question(page).getByLabel('Código').fill(codeOf(secret, 1));
    await question(page).getByRole('button', { name: 'Confirmar' }).click();
    const codes = page.getByRole('dialog', {
      name: 'Códigos de recuperación',
      exact: true,
    });
    await codes.waitFor();
    await expect.poll(() => codes.getByRole('listitem').count()).toBe(10);
    await context.close();
  });
});
