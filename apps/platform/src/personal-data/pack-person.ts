import type { Static } from 'typebox';
import type { Tx } from '../database/transaction.ts';
import type { Language } from '../exports/export-look.ts';
import { type Named, namesOf } from '../exports/in-words.ts';
import { zipOf } from '../exports/zip.ts';
import { personPage } from './person-page.ts';
import type { PersonalData } from './schemas.ts';

type Data = Static<typeof PersonalData>;

/** What an archive needs to know of its person: also the names that identifiers stand for, of no other client. */
export type Person = { name: string; fileName: string; language: Language; named: Named };

const anyUuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Finds the name and language of a person whose data were collected. */
export async function findPerson(tx: Tx, data: Data): Promise<Person> {
  const own = data.contacts.find(({ contactUuid }) => contactUuid === data.contactUuid) ?? {};
  const full = [own.firstName, own.middleName, own.paternalLastName, own.maternalLastName];
  const name = String(own.displayName || full.filter(Boolean).join(' '));
  const uuids = JSON.stringify(data).match(anyUuid) ?? [];
  const named = await namesOf(tx, uuids, ['STAFF', 'HOUSEHOLD', 'MEETING', 'PARTNER', 'TENANT']);
  const plain = name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '');
  return {
    name,
    fileName: `${plain || data.contactUuid}-${data.collectedAt.slice(0, 10)}`,
    language: own.preferredContactLanguage === 'ENGLISH' ? 'ENGLISH' : 'SPANISH',
    named: new Map([...named, [data.contactUuid, name]]),
  };
}

/** Returns the archive of a person's data: as they are kept, and as a page. */
export function packPerson(data: Data, { name, fileName, ...reader }: Person): Buffer {
  return zipOf([
    { name: `${fileName}.json`, content: JSON.stringify(data, null, 2) },
    { name: `${fileName}.html`, content: personPage(data, name, reader) },
  ]);
}

/** Returns the header by which an archive is saved under its name, and by readers of ASCII under a like one (RFC 6266). */
export function attachmentOf({ fileName }: Person): string {
  const ascii = fileName.normalize('NFD').replace(/[^\w-]/g, '');
  return `attachment; filename="${ascii}.zip"; filename*=UTF-8''${encodeURIComponent(fileName)}.zip`;
}
