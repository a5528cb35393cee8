import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { folderMailbox } from './mailbox.ts';

const folder = await mkdtemp(join(tmpdir(), 'mailbox-'));
const mailbox = folderMailbox(folder, 'Atrium <no-reply@atrium.local>');
afterAll(() => rm(folder, { recursive: true }));

const message = (tenantUuid: string, subject: string) => ({
  tenantUuid,
  to: 'elena@test.example',
  subject,
  text: 'Hola Elena',
  html: `<p>Hola <a href="https://a.example/?b=1&amp;c=2">Elena</a></p>`,
  messageId: `<${subject}@atrium>`,
});

test('the mailbox lists the newest first, takes each message apart once, and forgets a tenant’s', async () => {
  await mailbox.send(message('one', 'first'));
  const [first] = await mailbox.list();
  expect(first).toMatchObject({ subject: 'first', links: ['https://a.example/?b=1&c=2'] });
  await expect
    .poll(async () => {
      await mailbox.send(message('two', 'second'));
      return (await mailbox.list())[0]?.subject;
    })
    .toBe('second');
  expect((await mailbox.list()).at(-1)).toBe(first);
  await mailbox.removeTenant('one');
  expect((await mailbox.list()).map((mail) => mail.subject)).not.toContain('first');
});
