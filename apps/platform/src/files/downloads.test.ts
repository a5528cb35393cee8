import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { startS3Server } from '../../test-support/s3-server.ts';
import { world } from '../../test-support/world.ts';
import { s3Store } from './s3-store.ts';

const s3 = await startS3Server();
afterAll(s3.stop);
const w = await world();
const inS3 = s3Store({
  bucket: s3.settings.S3_BUCKET,
  endpoint: s3.settings.S3_ENDPOINT,
  region: 'us-east-1',
  accessKeyId: s3.settings.S3_ACCESS_KEY_ID,
  secretAccessKey: s3.settings.S3_SECRET_ACCESS_KEY,
  pathStyle: true,
});

describe.each(['folder', 'S3 server'])('a file in a %s', (where) => {
  const name = 'Mandato «Peña» (2).pdf';
  const content = Buffer.alloc(300_000, 'A page of it. ');
  const inMinutes = (minutes: number) => Temporal.Now.instant().add({ minutes });

  async function storeOf() {
    const objects = where === 'folder' ? w.services.objects : inS3;
    const key = `${randomUUID()}/documents/1/paper.pdf`;
    await objects.write(key, content, 'application/pdf');
    return { objects, key };
  }

  test('is read piece by piece', async () => {
    const { objects, key } = await storeOf();
    const found = await objects.stream(key);
    const pieces = (await found?.content.toArray()) ?? [];
    expect([found?.bytes, pieces.length > 1]).toEqual([content.length, true]);
    expect(Buffer.concat(pieces).equals(content)).toBe(true);
    expect(await objects.stream(`${key}x`)).toBeNull();
  });

  test('is downloaded under its name by a signed URL, until its time has passed', async () => {
    const { objects, key } = await storeOf();
    const grant = { key, fileName: name, contentType: 'application/pdf' };
    const origin = `http://127.0.0.1:${await w.listen()}`;
    const urlOf = async (minutes: number) =>
      new URL(await objects.grantDownload({ ...grant, expiresAt: inMinutes(minutes) }), origin);
    const url = await urlOf(1);
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition':
        "attachment; filename*=UTF-8''Mandato%20%C2%ABPe%C3%B1a%C2%BB%20%282%29.pdf",
    });
    // How long and for what a URL of S3 is good, S3 checks itself.
    if (where !== 'folder') return;
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const changed = (change: (changed: URL) => void) => {
      const copy = new URL(url);
      change(copy);
      return copy;
    };
    const refused = [
      await urlOf(-1),
      changed((each) => each.searchParams.set('name', 'other.pdf')),
      changed((each) => each.searchParams.set('type', 'text/html')),
      changed((each) => each.searchParams.set('expires', String(Date.now() + 86_400_000))),
      changed((each) => {
        each.pathname = each.pathname.replace('paper', 'other');
      }),
    ];
    for (const each of refused) expect((await fetch(each)).status).toBe(404);
    // The signature of an upload is none of a download.
    const upload = await objects.grantUpload({ ...grant, maxBytes: 10, expiresAt: inMinutes(1) });
    const query = new URL(upload, origin).searchParams;
    const borrowed = changed((each) =>
      each.searchParams.set('signature', query.get('signature') ?? ''),
    );
    expect((await fetch(borrowed)).status).toBe(404);
  });
});
