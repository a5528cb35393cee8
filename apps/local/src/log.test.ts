import { describe, expect, test } from 'vitest';
import { openLog } from './log.ts';

function logged(settings: Partial<Parameters<typeof openLog>[0]> = {}) {
  const lines: string[] = [];
  const log = openLog(
    { logFormat: 'pretty', logLevel: 'info', colour: false, ...settings },
    (text) => void lines.push(text),
  );
  return { log, lines };
}

const record = {
  level: 'warn',
  time: '2026-03-01T12:03:04.567Z',
  pid: 7,
  msg: 'Slow query',
  route: '/api/contacts',
  note: 'two words',
};

describe('The log', () => {
  test('is one short line a record for people', () => {
    const { log, lines } = logged();
    log.childLine('platform', JSON.stringify(record));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /^\d\d:03:04 platform {2}warn {2}Slow query route=\/api\/contacts note="two words"\n$/,
    );
  });

  test('shows the stack of an error below its line', () => {
    const { log, lines } = logged();
    const err = { type: 'Error', message: 'No', stack: 'Error: No\n    at place' };
    log.childLine('platform', JSON.stringify({ level: 50, msg: 'Failed', err }));
    expect(lines[0]).toMatch(/error Failed\n {4}Error: No\n {8}at place\n$/);
  });

  test('is JSON with the service named and the level as a word when nobody watches', () => {
    const { log, lines } = logged({ logFormat: 'json' });
    log.childLine('analytics', JSON.stringify(record));
    log.childLine('analytics', 'no JSON at all');
    log.info('Ready');
    const parsed = lines.map((line) => JSON.parse(line));
    expect(parsed[0]).toEqual({ ...record, service: 'analytics' });
    expect(parsed[1]).toMatchObject({ level: 'info', service: 'analytics', msg: 'no JSON at all' });
    expect(parsed[2]).toMatchObject({ level: 'info', service: 'atrium', msg: 'Ready' });
  });

  test('leaves out what is below its level, and colours only for a terminal', () => {
    const { log, lines } = logged({ logLevel: 'warn', colour: true });
    log.info('Not said');
    log.warn('Said');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('\u001b[');
  });
});
