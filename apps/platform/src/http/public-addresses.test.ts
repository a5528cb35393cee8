import { afterAll, describe, expect, test } from 'vitest';
import { startNameServer } from '../../test-support/name-server.ts';
import { startReceiver } from '../../test-support/webhook-receiver.ts';
import { createSender } from '../webhook-endpoints/delivery/sender.ts';
import { isPublic } from './public-addresses.ts';

const names = await startNameServer();
const receiver = await startReceiver();
const strict = createSender({ allowsPrivate: false, nameServers: [names.address] });
const open = createSender({ allowsPrivate: true, nameServers: [names.address] });
/** For what never answers, or not to its end. */
const hasty = (timeoutMs: number) =>
  createSender({ allowsPrivate: true, nameServers: [names.address], timeoutMs });
afterAll(async () => {
  await Promise.all([strict.close(), open.close()]);
  names.stop();
});

const send = (sender: typeof strict, host: string) =>
  sender.send(`http://${host}:${receiver.port}/hook`, {}, '{}');

describe('an address that is not public', () => {
  test.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.2.1',
    '224.0.0.1',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::7f00:1]',
    '[64:ff9b::7f00:1]',
    '[fc00::1]',
    '[fe80::1]',
    '[2002:7f00:1::]',
    'localhost',
    'demo.localhost',
  ])('as %s is refused when connecting', async (host) => {
    const before = receiver.received.length;
    expect(await send(strict, host)).toMatchObject({ status: null, error: 'ADDRESS_NOT_PUBLIC' });
    expect(receiver.received).toHaveLength(before);
  });

  test('is refused behind a name, also beside a public one', async () => {
    names.setAddresses('inside.example', ['127.0.0.1']);
    names.setAddresses('both.example', ['93.184.215.14', '127.0.0.1']);
    for (const host of ['inside.example', 'both.example'])
      expect((await send(strict, host)).error).toBe('ADDRESS_NOT_PUBLIC');
    expect(receiver.received).toEqual([]);
  });

  test('is refused of a name that changes between two looks', async () => {
    // The first answer would pass a check, the second is what a connection would get.
    names.setAddresses('rebinding.example', ['127.0.0.1']);
    names.answerOnce('rebinding.example', ['93.184.215.14']);
    const first = createSender({
      allowsPrivate: false,
      nameServers: [names.address],
      timeoutMs: 300,
    });
    expect((await send(first, 'rebinding.example')).error).not.toBeNull();
    expect((await send(strict, 'rebinding.example')).error).toBe('ADDRESS_NOT_PUBLIC');
    expect(receiver.received).toEqual([]);
    await first.close();
  });

  test('is taken where private addresses are allowed', async () => {
    names.setAddresses('inside.example', ['127.0.0.1']);
    for (const host of ['127.0.0.1', 'localhost', 'inside.example'])
      expect(await send(open, host)).toMatchObject({ status: 204, error: null });
  });
});

test('a name without an address, a certificate of nobody and a silent receiver are told apart', async () => {
  expect((await send(open, 'nowhere.example')).error).toBe('NAME_NOT_FOUND');
  const overTls = await open.send(`https://127.0.0.1:${receiver.port}/`, {}, '{}');
  expect(overTls.error).toBe('TLS_FAILED');
  receiver.answerBy(() => undefined);
  const [soon, later] = [hasty(500), hasty(2_000)];
  const silent = await send(soon, '127.0.0.1');
  expect(silent.error).toBe('TIMEOUT');
  expect(silent.durationMs).toBeGreaterThanOrEqual(490);
  receiver.answerBy((_request, response) => void response.writeHead(200).write('slow'));
  const slow = await send(later, '127.0.0.1');
  expect(slow).toMatchObject({ status: 200, error: null, responseExcerpt: 'slow' });
  await Promise.all([soon.close(), later.close()]);
});

test('public addresses are told from all others', () => {
  for (const address of ['93.184.215.14', '2606:4700::1111', '::ffff:93.184.215.14'])
    expect(isPublic(address), address).toBe(true);
  for (const address of [
    '',
    'x',
    '127.0.0.1',
    '::ffff:10.0.0.1',
    '198.18.0.1',
    '240.0.0.1',
    'fd00::1',
  ])
    expect(isPublic(address), address).toBe(false);
});
