import { generateKeyPairSync } from 'node:crypto';
import { authenticate } from 'mailauth';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, describe, expect, test } from 'vitest';
import { toConfig } from '../config.ts';
import { openMail } from './open-mail.ts';

const received: { sender: string; message: Buffer }[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  async onData(stream, session, done) {
    const { mailFrom } = session.envelope;
    const message = Buffer.concat((await stream.toArray()) as Buffer[]);
    received.push({ sender: mailFrom ? mailFrom.address : '', message });
    done();
  },
});
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
const { port } = server.server.address() as { port: number };
const keys = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const settings = {
  ATRIUM_MODE: 'production',
  PUBLIC_URL: 'https://atrium.example',
  DATABASE_URL: 'postgres://unused',
  SECRET_KEY: 'x'.repeat(43),
  TOKEN_SIGNING_KEY: '{}',
  MAIL_FROM: 'Atrium <no-reply@post.andes.example>',
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  DKIM_DOMAIN: 'andes.example',
  DKIM_SELECTOR: 's2026',
  // As a file of settings has it, on one line.
  DKIM_PRIVATE_KEY: keys.privateKey
    .export({ type: 'pkcs8', format: 'pem' })
    .replaceAll('\n', '\\n'),
};
const { mailer } = openMail(toConfig(settings), { warn: () => undefined } as never);
afterAll(() => {
  mailer.close();
  server.close();
});

const message = {
  kind: 'MORNING_TASKS' as const,
  tenantUuid: '00000000-0000-4000-8000-000000000001',
  fromName: 'Andes Patrimonio',
  to: 'elena@clients.example',
  subject: '2 tareas para hoy: Andes Patrimonio, con señas',
  text: 'Buenos días Elena,\n\nñandú\n.\nFrom here on',
  html: '<p>Buenos días Elena</p>',
  messageId: '<1@atrium>',
  returnPath: 'bounces+token@post.andes.example',
};
const unsubscribeUrl = `https://clientes.andes.example/api/public/mail/unsubscribe?token=${'A'.repeat(64)}`;

/** Sends a message and returns it as the mail server got it. */
async function sent(changes: object) {
  await mailer.send({ ...message, ...changes });
  const last = received.at(-1);
  if (!last) throw new Error('Nothing came');
  const mail = await PostalMime.parse(last.message);
  const header = (key: string) => mail.headers.find((each) => each.key === key)?.value;
  return { ...last, header };
}

/** Verifies a message as a mail server does that asks DNS for the key. */
async function verify(text: Buffer) {
  const key = keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const { dkim } = await authenticate(text, {
    ip: '127.0.0.1',
    helo: 'post.andes.example',
    sender: message.returnPath,
    resolver: async (name: string, type: string) => {
      if (type === 'TXT' && name === 's2026._domainkey.andes.example')
        return [[`v=DKIM1; k=rsa; p=${key}`]];
      throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    },
  });
  const [signature] = dkim.results;
  return {
    result: signature?.status.result,
    aligned: signature?.status.aligned,
    signed: signature?.signingHeaders?.keys.toLowerCase().split(/\s*:\s*/) ?? [],
  };
}

describe('A mail', () => {
  test('is signed for the firm’s domain, as an outside verifier finds, and not when it was altered', async () => {
    for (const changes of [
      {},
      { unsubscribeUrl },
      { calendar: { method: 'REQUEST', content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' } },
      { replyTo: { name: 'Andrés', address: 'hola@andes.example' } },
    ]) {
      const { message: text } = await sent(changes);
      expect(await verify(text)).toMatchObject({ result: 'pass', aligned: 'andes.example' });
      const altered = text.toString('latin1').replace('Subject: ', 'Subject: RE ');
      expect((await verify(Buffer.from(altered, 'latin1'))).result).toBe('fail');
    }
  });

  test('that can be ended with one click says so under the signature, and others do not', async () => {
    const { header, message: text } = await sent({ unsubscribeUrl });
    expect(header('list-unsubscribe')).toBe(`<${unsubscribeUrl}>`);
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const { signed } = await verify(text);
    expect(signed).toEqual(
      expect.arrayContaining(['from', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']),
    );
    const other = await sent({});
    expect(other.header('list-unsubscribe')).toBeUndefined();
    expect(other.header('list-unsubscribe-post')).toBeUndefined();
  });

  test('says that a program wrote it, and comes from the address that takes failures', async () => {
    const { header, sender, message: text } = await sent({});
    expect(header('auto-submitted')).toBe('auto-generated');
    expect((await verify(text)).signed).toContain('auto-submitted');
    expect(sender).toBe(message.returnPath);
    expect((await sent({ returnPath: undefined })).sender).toBe('no-reply@post.andes.example');
  });
});

describe('The start refuses', () => {
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const small = generateKeyPairSync('rsa', { modulusLength: 512 }).privateKey;
  const pem = (key: typeof ec) => key.export({ type: 'pkcs8', format: 'pem' }).toString();
  test.each([
    ['a signature without a selector', { DKIM_SELECTOR: '' }, 'must be set together'],
    ['a signature without a key', { DKIM_PRIVATE_KEY: '' }, 'must be set together'],
    ['a signature without a domain', { DKIM_DOMAIN: '' }, 'must be set together'],
    ['what is no domain', { DKIM_DOMAIN: 'andes example' }, 'DKIM_DOMAIN must be a domain'],
    ['another domain than the sender’s', { DKIM_DOMAIN: 'des.example' }, 'DKIM_DOMAIN must be the'],
    ['what is no selector', { DKIM_SELECTOR: 'a b' }, 'DKIM_SELECTOR must be'],
    ['what is no key', { DKIM_PRIVATE_KEY: 'x' }, 'DKIM_PRIVATE_KEY must be'],
    ['a key of another kind', { DKIM_PRIVATE_KEY: pem(ec) }, 'DKIM_PRIVATE_KEY must be'],
    ['a key that is too short', { DKIM_PRIVATE_KEY: pem(small) }, 'DKIM_PRIVATE_KEY must be'],
    [
      'an address for failures that is too long',
      { BOUNCE_MAIL_ADDRESS: `${'b'.repeat(23)}@a.example` },
      'BOUNCE_MAIL_ADDRESS',
    ],
    ['what is no address for failures', { BOUNCE_MAIL_ADDRESS: 'bounces' }, 'BOUNCE_MAIL_ADDRESS'],
  ])('%s', (_title, changes, fault) => {
    expect(() => toConfig({ ...settings, ...changes })).toThrow(fault);
  });

  test('no mail without a signature', () => {
    const { DKIM_DOMAIN: _, DKIM_SELECTOR: _s, DKIM_PRIVATE_KEY: _k, ...unsigned } = settings;
    expect(toConfig(unsigned).mail.dkim).toBeNull();
  });
});
