import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEnv, withSettings } from './env.ts';
import { readResourceAttributes } from './tracing/resource-attributes.ts';

const folder = mkdtempSync(join(tmpdir(), 'atrium-settings-'));
function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

test('every kind of setting can be given as a file, whose last line break is cut', () => {
  const env = readEnv({
    SECRET_FILE: file('secret', 'one\ntwo\r\n'),
    PORT_FILE: file('port', '8080\n'),
    DEMO_FILE: file('demo', 'off\n'),
    PLACE_FILE: file('place', 'https://atrium.example/'),
    LEVEL_FILE: file('level', 'debug'),
    SPACED_FILE: file('spaced', ' kept \n\n'),
  });
  expect([env.string('SECRET'), env.optional('SECRET')]).toEqual(['one\ntwo', 'one\ntwo']);
  expect([env.int('PORT'), env.flag('DEMO', true), env.url('PLACE')]).toEqual([
    8080,
    false,
    'https://atrium.example',
  ]);
  expect(env.oneOf('LEVEL', ['info', 'debug'], 'info')).toBe('debug');
  expect(env.string('SPACED')).toBe(' kept \n');
  env.done();
});

test('a file that cannot be read, or a setting that is given twice, is a fault that names both', () => {
  const env = readEnv({ KEY_FILE: join(folder, 'none'), HOST: 'x', HOST_FILE: file('host', 'y') });
  env.optional('KEY');
  env.string('HOST');
  expect(() => env.done()).toThrow(/KEY_FILE names .*none, which cannot be read \(ENOENT\)/);
  expect(() => env.done()).toThrow('HOST and HOST_FILE are both set');
});

test('a setting that is put in the place of another takes its file away', () => {
  expect(withSettings({ HOST_FILE: '/x', PORT_FILE: '/y' }, { HOST: 'a' })).toEqual({
    HOST: 'a',
    PORT_FILE: '/y',
  });
});

test('what spans say of a process is read as OpenTelemetry writes it, and anything else is named', () => {
  const read = (OTEL_RESOURCE_ATTRIBUTES?: string) => {
    const env = readEnv({ OTEL_RESOURCE_ATTRIBUTES });
    const attributes = readResourceAttributes(env);
    env.done();
    return attributes;
  };
  expect(read()).toEqual({});
  expect(read(' a.b = one%2C two ,c=d=e, ')).toEqual({ 'a.b': 'one, two', c: 'd=e' });
  for (const wrong of ['a', '=b', 'a=%E0%A4%A', 'a b=c'])
    expect(() => read(wrong)).toThrow(/OTEL_RESOURCE_ATTRIBUTES/);
});
