import { SMTPServer } from 'smtp-server';
import { afterAll, expect, test } from 'vitest';
import { smtpMailer } from './mailer.ts';

const received: string[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo({ address }, _session, done) {
    done(address === 'nobody@test.example' ? new Error('no such mailbox') : undefined);
  },
  onData(stream, _session, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk) => chunks.push(chunk));
    stream.on('end', () => {
      received.push(Buffer.concat(chunks).toString());
      done();
    });
  },
});
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
const { port } = server.server.address() as { port: number };
const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, 'Andes <no-reply@andes.example>');
afterAll(() => {
  mailer.close();
  server.close();
});

const message = {
  kind: 'FIRST_LINK' as const,
  fromName: 'Andes',
  tenantUuid: '00000000-0000-4000-8000-000000000001',
  subject: 'Su acceso a Andes',
  text: 'Hola Elena',
  html: '<p>Hola Elena</p>',
  messageId: '<job-1@atrium>',
};

test('a message reaches a mail server as text and HTML, and names no tenant', async () => {
  await mailer.send({ ...message, to: 'elena@test.example' });
  expect(received[0]).toContain('Message-ID: <job-1@atrium>');
  expect(received[0]).toContain('To: elena@test.example');
  expect(received[0]).toContain('multipart/alternative');
  expect(received[0]).not.toContain(message.tenantUuid);
});

test('a message the server refuses is a failure, so that its job tries again', async () => {
  await expect(mailer.send({ ...message, to: 'nobody@test.example' })).rejects.toThrow(
    /mailbox|recipient/i,
  );
});
