import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { folderMailbox } from './mailbox.ts';

const folder = await mkdtemp(join(tmpdir(), 'mailbox-'));
const mailbox = folderMailbox(folder, 'Atrium <no-reply@atrium.local>');
afterAll(() => rm(folder, { recursive: true }));

const message = (tenantUuid: string, subject: string) => ({
  kind: 'FIRST_LINK' as const,
  tenantUuid,
  fromName: 'Andes',
  to: 'elena@test.example',
  subject,
  text: 'Hola Elena',
  html: `<p>Hola <a href="https://a.example/?b=1&amp;c=2">Elena</a></p>`,
  messageId: `<${subject}@atrium>`,
});

test('the mailbox lists the newest first, takes each message apart once, and forgets a tenant’s', async () => {
  const replyTo = { name: 'Andes', address: 'answers@andes.example' };
  await mailbox.send({ ...message('one', 'first'), replyTo });
  const [first] = await mailbox.list();
  expect(first).toMatchObject({ subject: 'first', links: ['https://a.example/?b=1&c=2'] });
  expect(first).toMatchObject({
    from: 'Andes <no-reply@atrium.local>',
    replyTo: 'Andes <answers@andes.example>',
  });
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

test('the mailbox forgets the messages that are to or name a person, and no others', async () => {
  await mailbox.send({ ...message('one', 'to her'), to: 'Zoe@test.example' });
  await mailbox.send({ ...message('one', 'about her'), html: '<p>Zoé Ñuñez</p>' });
  const calendar = { method: 'REQUEST' as const, content: 'BEGIN:VCALENDAR\r\nSUMMARY:Zoé Ñuñez' };
  await mailbox.send({ ...message('one', 'invitation'), calendar });
  await mailbox.send(message('one', 'another'));
  await mailbox.send({ ...message('two', 'elsewhere'), to: 'zoe@test.example' });
  expect(await mailbox.removeNaming('one', ['zoe@test.example', 'Zoé Ñuñez'])).toBe(3);
  const subjects = (await mailbox.list()).map((mail) => mail.subject);
  expect(subjects).toEqual(expect.arrayContaining(['another', 'elsewhere']));
  expect(subjects).not.toEqual(expect.arrayContaining(['to her']));
  expect(await mailbox.removeNaming('one', [])).toBe(0);
});

test('a message that is being composed while a person is forgotten is forgotten as well', async () => {
  const { promise: composed, resolve: send } = Promise.withResolvers<void>();
  const sending = mailbox.composing(async () => {
    await composed;
    await mailbox.send({ ...message('one', 'late'), to: 'late@test.example' });
  });
  const removal = mailbox.removeNaming('one', ['late@test.example']);
  send();
  await sending;
  expect(await removal).toBe(1);
  expect((await mailbox.list()).map((mail) => mail.subject)).not.toContain('late');
});

test('people who are forgotten at once are all forgotten, though each finds messages of the others gone', async () => {
  const people = Array.from({ length: 12 }, (_, at) => `person-${at}@test.example`);
  for (const to of people) await mailbox.send({ ...message('many', to), to });
  const counts = await Promise.all([
    ...people.map((each) => mailbox.removeNaming('many', [each])),
    mailbox.removeNaming('many', ['test.example']),
    mailbox.removeTenant('many'),
    mailbox.list().then(() => 0),
  ]);
  expect(counts.every((count) => count >= 0)).toBe(true);
  expect((await mailbox.list()).filter(({ to }) => to.startsWith('person-'))).toEqual([]);
});
