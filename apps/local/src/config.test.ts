import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { readPlatformConfig } from './keeping/platform-config.ts';
import { freePort } from './ports.ts';

describe('The settings of the embedded start', () => {
  test('have defaults, and DATA_DIR lies in the project whatever folder one starts from', () => {
    const config = readConfig({});
    expect(config).toMatchObject({ host: '127.0.0.1', port: 8080, analyticsPort: undefined });
    expect(config.dataDir).toBe(resolve(import.meta.dirname, '../../../.data'));
    expect(readConfig({ DATA_DIR: '/srv/atrium' }).dataDir).toBe('/srv/atrium');
  });

  test('have lines for people, also without a terminal, unless LOG_FORMAT=json', () => {
    expect(readConfig({}).logFormat).toBe('pretty');
    expect(readConfig({ LOG_FORMAT: 'json' }).logFormat).toBe('json');
  });

  test('are refused by name, all at once', () => {
    expect(() => readConfig({ PORT: 'http', LOG_FORMAT: 'xml' })).toThrow(/PORT.*LOG_FORMAT/);
    expect(() => readConfig({ ANALYTICS_PORT: '70000' })).toThrow('ANALYTICS_PORT');
  });

  test('may be named by files, also the mode in which a command reads those of the platform', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'atrium-mode-')), 'mode');
    writeFileSync(file, 'development\n');
    const url = 'postgres://atrium@db.example/atrium';
    const settings = { DATABASE_URL: url, SECRET_KEY: 'x', TOKEN_SIGNING_KEY: '{}' };
    const read = (mode: Record<string, string>) =>
      readPlatformConfig(readConfig({ ...settings, ...mode }), url);
    expect(await read({ ATRIUM_MODE_FILE: file })).toMatchObject({ development: true });
    await expect(read({})).rejects.toThrow('PUBLIC_URL');
    await expect(read({ ATRIUM_MODE_FILE: file, ATRIUM_MODE: 'production' })).rejects.toThrow(
      'ATRIUM_MODE and ATRIUM_MODE_FILE are both set',
    );
  });
});

test('a port of chance is none that the system gives to others meanwhile', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, () => freePort('127.0.0.1')));
  expect(ports.filter((port) => port < 20_000 || port >= 32_768)).toEqual([]);
});
