import { expect, test } from 'vitest';
import { createLogger } from './logging.ts';
import { KitProblem } from './problem.ts';

/** Returns what is logged of an error. */
function logged(err: unknown) {
  const lines: string[] = [];
  createLogger('test', 'info', { write: (line) => void lines.push(line) }).error({ err }, 'failed');
  return JSON.parse(lines[0] ?? '');
}

test('what a problem tells the caller, who may be quoted, stays out of the log', () => {
  const said = 'Unknown field: ana@clients.example\n    at home, Calle 7';
  const { err, msg } = logged(new KitProblem('INTERNAL', said));
  expect(msg).toBe('failed');
  expect(err).toMatchObject({ type: 'Problem', code: 'INTERNAL', message: 'Internal error' });
  expect(err.stack.split('\n').slice(0, 2)).toEqual([
    'Internal error',
    expect.stringContaining('logging.test.ts'),
  ]);
  expect(JSON.stringify(err)).not.toMatch(/ana@|Calle/);
});

test('an error of the code is told with all it says', () => {
  const { err } = logged(new TypeError('x is not a function'));
  expect(err).toMatchObject({ type: 'TypeError', message: 'x is not a function' });
  expect(err.stack).toContain('logging.test.ts');
});
