import { expect, test, vi } from 'vitest';
import { AtriumError } from '../../../client/src/errors.ts';
import { readCatalogue } from '../operations/read-catalogue.ts';
import { listen } from './listen.ts';

test('listening begins anew where the secret was lost, and goes on where the last message is not known any more', async () => {
  const shown: string[] = [];
  const print = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    shown.push(String(text));
    return true;
  });
  const asked: string[] = [];
  // Of the command alone: a browser of this worker, which other files go on with, would end by a signal too.
  const others = new Set(process.listeners('SIGTERM'));
  const interrupt = () => {
    for (const each of process.listeners('SIGTERM')) if (!others.has(each)) each('SIGTERM');
  };
  const secrets = [null, 'whsec_second'];
  const message = { messageId: 'known', eventType: 'task.created', payload: {} };
  const call = async ({ method }: { method: string }, input: object) => {
    const { endpointUuid, after } = input as { endpointUuid?: string; after?: string };
    asked.push([method, endpointUuid, after].filter(Boolean).join(' '));
    if (method === 'POST')
      return { endpointUuid: `e${secrets.length}`, secret: secrets.shift() ?? null };
    if (method === 'DELETE') return undefined;
    if (after) {
      const errors = [{ field: 'after', code: 'NOT_FOUND', message: 'names no message' }];
      const said = { status: 400, code: 'VALIDATION_FAILED', detail: '', requestId: undefined };
      throw new AtriumError({ ...said, errors });
    }
    if (asked.filter((each) => each === 'GET e1').length > 1) interrupt();
    return { content: [message] };
  };
  const operations = readCatalogue().webhooks ?? {};
  const given = { call: call as never, operations, target: undefined, eventTypes: [] };
  try {
    expect(await listen(given)).toBe(0);
  } finally {
    print.mockRestore();
  }
  expect(asked).toEqual([
    'POST',
    'DELETE e2',
    'POST',
    'GET e1',
    'GET e1 known',
    'GET e1',
    'DELETE e1',
  ]);
  expect(shown[0]).toBe('Signing secret: whsec_second\n');
});
