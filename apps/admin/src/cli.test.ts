import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { childEnvironment } from '@atrium/local/test-support/child-environment.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Door, openDoor } from '../test-support/door.ts';
import { atrium as runHere } from '../test-support/run-atrium.ts';

const directory = mkdtempSync(join(tmpdir(), 'atrium-cli-'));
const main = join(import.meta.dirname, 'main.ts');
let door: Door;

beforeAll(async () => {
  door = await openDoor();
});
afterEach(() => {
  door.trouble = () => false;
  door.hold = async () => undefined;
});
afterAll(async () => {
  await door.close();
  rmSync(directory, { recursive: true });
});

const own = (env: Record<string, string>) => ({ DATA_DIR: join(directory, 'none'), ...env });
const atrium = (args: string[], env: Record<string, string> = door.env) => runHere(args, own(env));

/** Starts the program, as a terminal does. */
function start(args: string[], env: Record<string, string> = door.env) {
  const { HOME = '' } = process.env;
  const environment = { ...childEnvironment(), HOME, ...own(env) };
  return spawn(process.execPath, [main, ...args], { env: environment });
}

/** Runs the program to its end. */
async function program(args: string[], env?: Record<string, string>) {
  const child = start(args, env);
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, out, err };
}

function file(name: string, content: string | Buffer): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
}

const ndjson = (events: object[]) => events.map((each) => `${JSON.stringify(each)}\n`).join('');
const events = (eventType: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    eventType,
    occurredAt: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
    attributes: { n: String(index) },
  }));

async function stored(eventType: string): Promise<number> {
  const { body } = await door.ask('POST', '/api/analytics/query', {
    eventType,
    timeRange: { from: '1900-01-01T00:00:00Z', to: '2200-01-01T00:00:00Z' },
    aggregations: [{ function: 'COUNT' }],
  });
  return body.rows[0].values[0];
}

test('a file is imported once, however often it is sent', async () => {
  const path = file('plain.ndjson', `\uFEFF${ndjson(events('plain', 2_345))}\n`);
  expect(await program(['events', 'import', path])).toMatchObject({
    code: 0,
    out: '2345 accepted, 0 known before, 0 rejected\n',
  });
  expect(existsSync(`${path}.atrium-import.json`)).toBe(false);
  const packed = file('plain-again.ndjson.gz', gzipSync(readFileSync(path)));
  expect((await atrium(['events', 'import', packed])).out).toContain('0 accepted, 2345 known');
  expect(await stored('plain')).toBe(2_345);
});

test('what is refused is told by record with the reason', async () => {
  const lines = [...events('half', 3).map((each) => JSON.stringify(each)), '{"eventType":', '[]'];
  const path = file('half.ndjson', `${lines.join('\n')}\n{"eventType":"half","schemaVersion":0}`);
  const { code, out } = await atrium(['events', 'import', path]);
  expect([code, out]).toEqual([
    1,
    `3 accepted, 0 known before, 3 rejected\nSee ${path}.rejected.ndjson\n`,
  ]);
  const refused = readFileSync(`${path}.rejected.ndjson`, 'utf8').trim().split('\n');
  expect(refused.map((line) => JSON.parse(line))).toMatchObject([
    { number: 6, reasons: ['schemaVersion must be >= 1'] },
    { number: 4, reasons: ['is not valid JSON'], text: '{"eventType":' },
    { number: 5, reasons: ['is not a JSON object'] },
  ]);
});

test('CSV has the fields of an event as columns', async () => {
  const rows = [
    'eventType,occurredAt,schemaVersion,attributes.channel,attributes',
    'csv,2026-03-01T10:00:00Z,2,"WEB, or ""so""","{""stage"":""LEAD""}"',
    'csv,2026-03-01T10:00:00Z,,,',
  ];
  const path = file('table.csv', `${rows.join('\r\n')}\r\n`);
  expect((await atrium(['events', 'import', path])).out).toContain('2 accepted');
  const { body } = await door.ask('POST', '/api/analytics/query', {
    eventType: 'csv',
    timeRange: { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' },
    groupBy: [{ field: 'schemaVersion' }, { field: 'channel' }, { field: 'stage' }],
    aggregations: [{ function: 'COUNT' }],
  });
  expect(body.rows.map(({ values }: { values: unknown[] }) => values)).toEqual([
    [1, null, null, 1],
    [2, 'WEB, or "so"', 'LEAD', 1],
  ]);
});

test('CSV may have semicolons or tabs', async () => {
  for (const [name, delimiter] of [
    ['semicolon', ';'],
    ['tab', '\t'],
  ] as const) {
    const lines = ['eventType,occurredAt,attributes.note', `${name},2026-03-01T10:00:00Z,a|b`];
    const content = lines.join('\n').replaceAll(',', delimiter).replace('|', ',');
    const path = file(`${name}.csv`, content);
    expect((await atrium(['events', 'import', path])).out).toContain('1 accepted');
    expect(await stored(name)).toBe(1);
  }
});

test('an empty file and a header of something else end with one sentence', async () => {
  for (const [name, content, sentence] of [
    ['empty.csv', '', 'empty.csv is empty'],
    ['empty.ndjson.gz', gzipSync(''), 'empty.ndjson.gz has no events'],
    ['blank.ndjson', '\n\n', 'blank.ndjson has no events'],
    ['only-header.csv', 'eventType,occurredAt\n', 'only-header.csv has no events'],
    [
      'odd.csv',
      'eventType,colour\ncsv,red\n',
      'odd.csv: the column colour is no field of an event',
    ],
    ['other.csv', 'name;mail\na;b\n', 'other.csv: the header has no column eventType'],
  ] as const) {
    const path = file(name, content);
    const { code, out, err } = await atrium(['events', 'import', path]);
    const last = err.trim().split('\n').at(-1);
    expect([name, code, out, last]).toEqual([name, 1, '', `atrium: ${join(directory, sentence)}`]);
    expect(existsSync(`${path}.atrium-import.json`)).toBe(false);
  }
});

test('Ctrl-C says how to go on, and the same command does', async () => {
  const path = file('stopped.ndjson', ndjson(events('stopped', 1_800)));
  door.batches = 0;
  const args = ['events', 'import', path, '--batch', '100', '--concurrency', '2'];
  const stopping = Promise.withResolvers<void>();
  door.hold = (nth) => (nth <= 6 ? Promise.resolve() : stopping.promise);
  const child = start(args);
  const said = text(child.stderr);
  await expect.poll(() => door.batches).toBeGreaterThan(6);
  child.kill('SIGINT');
  stopping.resolve();
  expect((await once(child, 'exit'))[0]).toBe(130);
  const { done } = JSON.parse(readFileSync(`${path}.atrium-import.json`, 'utf8'));
  expect(await said).toContain(
    `Stopped after record ${done}, ${done} accepted. Run the same command`,
  );
  expect((await atrium(args)).code).toBe(0);
  expect(await stored('stopped')).toBe(1_800);
});

test('PORT and DATA_DIR mean a start on this machine, whose first sign-ins are its own alone', async () => {
  const dataDir = join(directory, 'started');
  mkdirSync(dataDir);
  const { ATRIUM_EMAIL: email, ATRIUM_PASSWORD: password, ATRIUM_URL: url } = door.env;
  const demo = [{ role: 'TENANT_ADMIN', email, password }];
  const content = { email: 'system@platform.local', password: 'x', demo };
  writeFileSync(join(dataDir, 'bootstrap-credentials.json'), JSON.stringify(content));
  const path = file('here.ndjson', ndjson(events('here', 3)));
  const env = { DATA_DIR: dataDir, PORT: new URL(url).port };
  const { code, err } = await atrium(['events', 'import', path], env);
  expect([code, err]).toEqual([0, expect.stringContaining(`Signing in as ${email}`)]);
  const elsewhere = await atrium(['events', 'import', path], { ...env, ATRIUM_URL: url });
  expect([elsewhere.code, elsewhere.err]).toEqual([1, expect.stringContaining('Set ATRIUM_EMAIL')]);
});

test('an import that is killed goes on from where it was', async () => {
  const path = file('long.ndjson', ndjson(events('long', 1_800)));
  door.batches = 0;
  const args = ['events', 'import', path, '--batch', '100', '--concurrency', '2'];
  const killed = Promise.withResolvers<void>();
  door.hold = (nth) => (nth <= 6 ? Promise.resolve() : killed.promise);
  const child = start(args);
  const doneOf = () => JSON.parse(readFileSync(`${path}.atrium-import.json`, 'utf8')).done;
  await expect.poll(() => existsSync(`${path}.atrium-import.json`) && doneOf()).toBe(600);
  child.kill('SIGKILL');
  await once(child, 'exit');
  door.hold = async () => undefined;
  killed.resolve();
  const done = doneOf();
  expect(done).toBeGreaterThan(300);
  door.batches = 0;
  const { code, err } = await atrium(args);
  expect([code, err]).toEqual([0, expect.stringContaining(`going on after record ${done}`)]);
  expect(door.batches).toBeLessThanOrEqual(18 - done / 100);
  expect(await stored('long')).toBe(1_800);
});

test('a file that has changed is read from its beginning', async () => {
  const path = file('changed.ndjson', ndjson(events('changed', 3)));
  const { size, mtimeMs } = statSync(path);
  const state = { file: { bytes: size, modifiedMs: Math.round(mtimeMs) }, done: 3, accepted: 3 };
  const place = {
    url: door.env.ATRIUM_URL,
    tenantUuid: door.tenantUuid,
    duplicates: 0,
    rejected: 0,
  };
  writeFileSync(`${path}.atrium-import.json`, JSON.stringify({ ...state, ...place }));
  utimesSync(path, new Date(), new Date(mtimeMs + 60_000));
  expect((await atrium(['events', 'import', path])).out).toContain('3 accepted, 0 known');
});

test('it waits as long as it is told, and while there is no connection', async () => {
  const answers: ((...[request, response]: Parameters<Door['trouble']>) => void)[] = [
    (_, response) => response.writeHead(429, { 'retry-after': '1' }).end(),
    (_, response) => response.writeHead(503, { 'retry-after': '0' }).end(),
    (request) => request.socket.destroy(),
    (_, response) => response.writeHead(502).end(),
  ];
  door.trouble = (request, response, body) => {
    const next = answers.shift();
    next?.(request, response, body);
    return next !== undefined;
  };
  const began = performance.now();
  const path = file('patient.ndjson', ndjson(events('patient', 10)));
  const { code, out, err } = await atrium(['events', 'import', path]);
  expect([code, out]).toEqual([0, '10 accepted, 0 known before, 0 rejected\n']);
  expect(err).toContain('waiting 1.0 s: 429');
  expect(err).toContain('cannot be reached');
  expect(performance.now() - began).toBeGreaterThan(1_000);
});

test('events older than a day are sent apart from the others, each told of by its record', async () => {
  const occurredAt = new Date().toISOString();
  const [old, bad] = [events('apart', 3), { eventType: 'apart', schemaVersion: 0 }];
  const lines = [
    old[0],
    { ...old[1], occurredAt },
    old[2],
    { ...bad, occurredAt },
    { ...bad, ...old[0], schemaVersion: -1 },
  ];
  const path = file('apart.ndjson', ndjson(lines as object[]));
  const ages: boolean[][] = [];
  door.trouble = (_request, _response, body) => {
    const sent = body
      .toString()
      .split('\n')
      .map((line) => JSON.parse(line));
    ages.push(sent.map((each) => each.occurredAt < '2026-01-02'));
    return false;
  };
  const { out } = await atrium(['events', 'import', path]);
  expect(out).toContain('3 accepted, 0 known before, 2 rejected');
  expect(ages.sort((one, other) => one.length - other.length)).toEqual([
    [false, false],
    [true, true, true],
  ]);
  const refused = readFileSync(`${path}.rejected.ndjson`, 'utf8').trim().split('\n');
  expect(refused.map((line) => JSON.parse(line).number).sort()).toEqual([4, 5]);
});

test('it gives up in the end, and at once for what waiting does not mend', async () => {
  const path = file('hopeless.ndjson', ndjson(events('hopeless', 10)));
  door.trouble = (_, response) => !!response.writeHead(503, { 'retry-after': '1' }).end();
  const tired = await atrium(['events', 'import', path, '--give-up', '1']);
  expect([tired.code, tired.err]).toEqual([1, expect.stringContaining('Run the same command')]);
  door.trouble = (_, response) => !!response.writeHead(403).end('{"detail":"Not allowed"}');
  const refused = await atrium(['events', 'import', path]);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('Not allowed')]);
});

test('an expired token is renewed by signing in again', async () => {
  const path = file('expired.ndjson', ndjson(events('expired', 10)));
  let refusals = 1;
  door.signIns = 0;
  door.trouble = (_, response) => refusals-- > 0 && !!response.writeHead(401).end();
  expect((await atrium(['events', 'import', path])).out).toContain('10 accepted');
  expect(door.signIns).toBe(2);
});

test('who has a token needs no password', async () => {
  const env = { ATRIUM_URL: door.env.ATRIUM_URL, ATRIUM_TOKEN: door.token };
  const path = file('token.ndjson', ndjson(events('token', 10)));
  expect((await atrium(['events', 'import', path], env)).out).toContain('10 accepted');
});

test('an export comes back by import, as NDJSON and as CSV, packed or not', async () => {
  const path = file('round.ndjson', ndjson(events('round', 1_500)));
  await atrium(['events', 'import', path]);
  for (const name of ['out.ndjson', 'out.ndjson.gz', 'out.csv', 'out.csv.gz']) {
    const target = join(directory, name);
    const made = await atrium(['events', 'export', target, '--type', 'round']);
    expect([made.code, made.err]).toEqual([0, `1500 events in ${target}\n`]);
    const again = await atrium(['events', 'import', target]);
    expect(again.out).toBe('0 accepted, 1500 known before, 0 rejected\n');
  }
  const range = ['--from', '2026-01-01T00:10:00Z', '--to', '2026-01-01T00:20:00Z'];
  const part = await program(['events', 'export', '--type', 'round', ...range]);
  const numbers = part.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).attributes.n);
  expect(numbers).toEqual(['10', '11', '12', '13', '14', '15', '16', '17', '18', '19']);
  expect(gunzipSync(readFileSync(join(directory, 'out.ndjson.gz'))).toString()).toBe(
    readFileSync(join(directory, 'out.ndjson'), 'utf8'),
  );
});

test('an export that breaks off leaves no file, and a cut file is no whole import', async () => {
  door.trouble = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson', 'content-length': '9999' });
    response.write('{"eventType":"a"}\n', () => response.destroy());
    return true;
  };
  const target = join(directory, 'broken.csv');
  const { code, err } = await atrium(['events', 'export', target]);
  expect([code, err]).toEqual([1, expect.stringContaining('broke off')]);
  expect([existsSync(target), existsSync(`${target}.part`)]).toEqual([false, false]);
  door.trouble = () => false;
  door.hold = async () => undefined;
  const packed = gzipSync(ndjson(events('cut', 5_000)));
  const cut = await atrium(['events', 'import', file('cut.ndjson.gz', packed.subarray(0, -20))]);
  expect([cut.code, cut.err]).toEqual([1, expect.stringContaining('unexpected end of file')]);
});

test('help is given, and what is wrong with a command line is named', async () => {
  const nobody = {};
  const help = await program(['--help'], nobody);
  expect([help.code, help.out]).toEqual([0, expect.stringContaining('events import FILE')]);
  expect((await atrium(['--version'], nobody)).out).toMatch(/^atrium \d+\.\d+\.\d+\n$/);
  for (const [name, told] of [
    ['events import', '--restart'],
    ['events export', '--type'],
    ['contacts import', '--dry-run'],
    ['contacts export', '--out'],
    ['backup', 'DIR'],
    ['restore', 'DIR'],
    ['reset', '--yes'],
  ] as const)
    for (const args of [
      [...name.split(' '), '--help'],
      ['help', ...name.split(' ')],
    ]) {
      const { code, out } = await atrium([...args], nobody);
      expect([code, out]).toEqual([0, expect.stringContaining(told)]);
      expect(out.startsWith(`npx atrium ${name}`)).toBe(true);
      expect(help.out).toContain(name);
    }
  expect((await atrium([], nobody)).out).toBe(help.out);
  for (const [args, message] of [
    [['events', 'delete'], 'There is no command "events delete"'],
    [['events', 'import'], 'takes one file'],
    [['events', 'import', 'a.ndjson', '--batch', '5000'], '--batch must be a whole number'],
    [['events', 'import', 'a.ndjson', '--password', 'x'], "Unknown option '--password'"],
    [['events', 'export', '--tenant', 'acme'], '--tenant is not a UUID'],
  ] as const) {
    const { code, err } = await atrium([...args], nobody);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  }
  expect((await atrium(['events', 'import', 'a.txt'])).code).toBe(2);
  const unnamed = await atrium(['events', 'export'], nobody);
  expect([unnamed.code, unnamed.err]).toEqual([1, expect.stringContaining('ATRIUM_PASSWORD')]);
  const wrong = await atrium(['events', 'export'], { ...door.env, ATRIUM_PASSWORD: 'no' });
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('password is wrong')]);
});
