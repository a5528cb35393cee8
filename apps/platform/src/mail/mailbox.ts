import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { foldText } from '@atrium/kit/texts/folding.ts';
import { createTransport } from 'nodemailer';
import PostalMime, { type Address } from 'postal-mime';
import { type Mailer, type Message, toMail } from './mailer.ts';

/** A message of the development mailbox. */
export type Mail = {
  id: string;
  from: string;
  /** Names where answers go, if not to the sender. */
  replyTo: string;
  to: string;
  subject: string;
  date: string;
  text: string;
  html: string;
  links: string[];
  attachments: { filename: string; contentType: string; content: string }[];
};

export type Mailbox = Mailer & {
  list: () => Promise<Mail[]>;
  find: (id: string) => Promise<Mail | undefined>;
};

const mostListed = 500;

/** Returns a mailer that keeps every message as `.eml` in a folder, for development. Never for production. */
export function folderMailbox(folder: string, from: string): Mailbox {
  const transport = createTransport({ streamTransport: true, buffer: true });
  // A message never changes, and taking hundreds apart for every look would hold up all else.
  const parsed = new Map<string, Promise<Mail | undefined>>();

  async function send(message: Message): Promise<void> {
    const { message: eml } = await transport.sendMail(toMail(message, from));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const id = `${Temporal.Now.instant().toString({ smallestUnit: 'millisecond' }).replace(/\W/g, '')}-${crypto.randomUUID().slice(0, 8)}-${message.tenantUuid}`;
    await writeFile(join(folder, `${id}.tmp`), eml as Buffer, { mode: 0o600 });
    await rename(join(folder, `${id}.tmp`), join(folder, `${id}.eml`));
  }

  /** Lists the messages whose identifier has this ending. */
  async function listIds(ending: string): Promise<string[]> {
    const names = await readdir(folder).catch(() => []);
    return names.filter((name) => name.endsWith(`${ending}.eml`)).map((name) => name.slice(0, -4));
  }

  const remove = (id: string) => rm(join(folder, `${id}.eml`), { force: true });

  async function removeTenant(tenantUuid: string): Promise<number> {
    const ids = await listIds(`-${tenantUuid}`);
    await Promise.all(ids.map(remove));
    return ids.length;
  }

  // Work that composes messages out of what was known when it began.
  const underWay = new Set<Promise<unknown>>();

  async function composing<T>(work: () => Promise<T>): Promise<T> {
    const running = work();
    underWay.add(running);
    try {
      return await running;
    } finally {
      underWay.delete(running);
    }
  }

  async function removeNaming(tenantUuid: string, values: readonly string[]): Promise<number> {
    await Promise.allSettled(underWay);
    const words = values.map(foldText);
    let count = 0;
    for (const id of await listIds(`-${tenantUuid}`)) {
      const mail = await read(id);
      const text = mail ? foldText(textOf(mail)) : '';
      if (!words.some((word) => text.includes(word))) continue;
      await remove(id);
      parsed.delete(id);
      count += 1;
    }
    return count;
  }

  async function list(): Promise<Mail[]> {
    const ids = await listIds('');
    const newest = new Set(ids.sort().reverse().slice(0, mostListed));
    for (const id of parsed.keys()) if (!newest.has(id)) parsed.delete(id);
    const mails = await Promise.all([...newest].map(recall));
    return mails.filter((mail) => mail !== undefined);
  }

  function recall(id: string): Promise<Mail | undefined> {
    const known = parsed.get(id);
    if (known) return known;
    const mail = read(id);
    parsed.set(id, mail);
    mail.catch(() => parsed.delete(id));
    return mail;
  }

  async function find(id: string): Promise<Mail | undefined> {
    return /^[\w-]+$/.test(id) ? read(id) : undefined;
  }

  /** Returns a message; undefined for one that was removed, meanwhile too. */
  async function read(id: string): Promise<Mail | undefined> {
    const eml = await readFile(join(folder, `${id}.eml`)).catch((error) => {
      if (error.code !== 'ENOENT') throw error;
    });
    if (!eml) return undefined;
    const mail = await PostalMime.parse(eml);
    const html = mail.html ?? '';
    return {
      id,
      from: namedAddress(mail.from),
      replyTo: (mail.replyTo ?? []).map(namedAddress).join(', '),
      to: (mail.to ?? []).map((each) => each.address ?? '').join(', '),
      subject: mail.subject ?? '',
      date: mail.date ?? '',
      text: mail.text ?? '',
      html,
      links: linksOf(html),
      attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
        filename: filename ?? '',
        contentType: mimeType,
        content: Buffer.from(content as ArrayBuffer).toString('base64'),
      })),
    };
  }

  return {
    send,
    composing,
    removeTenant,
    removeNaming,
    list,
    find,
    close: () => transport.close(),
  };
}

/** Returns all that a reader of a message can see. */
function textOf({ from, replyTo, to, subject, text, html, attachments }: Mail): string {
  const contents = attachments.map(({ content }) => Buffer.from(content, 'base64').toString());
  return [from, replyTo, to, subject, text, html, ...contents].join('\n');
}

/** Returns an address as readers of mails show it: `Name <address>`. */
function namedAddress({ name = '', address = '' }: Partial<Address> = {}): string {
  return name ? `${name} <${address}>` : address;
}

function linksOf(html: string): string[] {
  const found = [...html.matchAll(/href="([^"]+)"/g)].map(([, link]) =>
    (link ?? '').replaceAll('&amp;', '&'),
  );
  return [...new Set(found)];
}
