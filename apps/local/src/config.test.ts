import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

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
});
