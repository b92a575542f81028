import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { authority, openReceiver, type Receiver } from '../../../test/fixtures/receiver.ts';
import { isPublicAddress } from '../public-address.ts';
import { Sender } from './sender.ts';
import type { Resolve } from './vetted-lookup.ts';
import { ForbiddenTarget, vettedLookup } from './vetted-lookup.ts';

const body = Buffer.from('{"id":"1"}');

let receiver: Receiver;
let sender: Sender | undefined;
beforeAll(async () => {
  receiver = await openReceiver();
});
afterEach(() => sender?.close());
afterAll(() => receiver.close());

function send(
  url: string,
  { allowPrivate = false, resolve = receiver.resolve }: { allowPrivate?: boolean; resolve?: Resolve } = {},
) {
  sender = new Sender({ allowPrivate, ca: authority, resolve });
  return sender.send(url, {}, body);
}

/** Returns the given addresses in turn, as an attacker's name server could. */
function answering(...addresses: string[][]): Resolve {
  let lookups = 0;
  return (_hostname, _options, callback) => {
    const answer = addresses[Math.min(lookups++, addresses.length - 1)] ?? [];
    callback(
      null,
      answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
}

describe('the sender', () => {
  test('reaches this machine when private targets are allowed (the control for the tests below)', async () => {
    for (const url of [receiver.url('/control'), `https://127.0.0.1:${receiver.port}/control`]) {
      expect(await send(url, { allowPrivate: true })).toMatchObject({ status: 200, error: null });
      await sender?.close();
    }
    expect(receiver.at('/control')).toHaveLength(2);
  });

  test.each([
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '127.0.0.1.',
    '[::ffff:127.0.0.1]',
    '[::1]',
    'localhost',
    'a.localhost',
    'user:password@127.0.0.1',
    'hooks.receiver.test@127.0.0.1',
  ])('makes no connection to https://%s', async (host) => {
    const before = receiver.connections();
    const answer = await send(`https://${host}:${receiver.port}/no`);
    expect(answer).toMatchObject({ status: null, error: expect.stringMatching(/^url_\w+: url must not/) });
    expect(receiver.connections()).toBe(before);
  });

  test('makes no connection over http, nor to a name that resolves to this machine', async () => {
    const before = receiver.connections();
    expect(await send(`http://hooks.receiver.test:${receiver.port}/no`)).toMatchObject({
      error: 'url_not_https: url must be an https URL',
    });
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      expect(await send(receiver.url('/no'), { resolve: answering([address]) })).toMatchObject({
        status: null,
        error: 'the name does not resolve to a public address',
      });
    expect(receiver.connections()).toBe(before);
    expect(receiver.at('/no')).toEqual([]);
  });

  test('checks the addresses of a name at every connection, so that a name cannot change after the first check', async () => {
    const lookup = vettedLookup(isPublicAddress, answering(['93.184.216.34'], ['127.0.0.1']));
    const look = () =>
      new Promise((resolve) => lookup('hooks.example', { all: true }, (error, found) => resolve(error ?? found)));
    expect(await look()).toEqual([{ address: '93.184.216.34', family: 4 }]);
    expect(await look()).toBeInstanceOf(ForbiddenTarget);
  });

  test('keeps only the public addresses of a name, and returns a single one on request', async () => {
    const lookup = vettedLookup(isPublicAddress, answering(['10.0.0.1', '8.8.8.8', '::1', '2606:4700::1111']));
    const all = new Promise((resolve) => lookup('x', { all: true }, (_error, found) => resolve(found)));
    expect(await all).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]);
    const one = new Promise((resolve) => lookup('x', {}, (_error, address, family) => resolve([address, family])));
    expect(await one).toEqual(['8.8.8.8', 4]);
  });

  test('reuses connections, and returns undefined for a request that is aborted by closing', async () => {
    const before = receiver.connections();
    await send(receiver.url('/again'), { allowPrivate: true });
    await nextTurn();
    await sender?.send(receiver.url('/again'), {}, body);
    expect(receiver.connections()).toBe(before + 1);
    receiver.behave('/never', () => {});
    const unknown = sender?.send(receiver.url('/never'), {}, body);
    while (receiver.at('/never').length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await sender?.close();
    expect(await unknown).toBeUndefined();
  });

  test('rejects a certificate from an unknown authority', async () => {
    sender = new Sender({ allowPrivate: true, resolve: receiver.resolve });
    const answer = await sender.send(receiver.url('/unknown-authority'), {}, body);
    expect(answer).toMatchObject({ status: null, error: expect.stringMatching(/CERT|SIGNATURE/) });
    expect(receiver.at('/unknown-authority')).toEqual([]);
  });
});
