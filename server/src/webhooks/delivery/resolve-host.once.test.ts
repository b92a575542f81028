import { type LookupAddress, lookup } from 'node:dns';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openNameServer } from '../../../test/fixtures/name-server.ts';
import { hostsFile } from './hosts-file.ts';
import { hostResolver } from './resolve-host.ts';

/**
 * Far more than the threads that `dns.lookup` shares, and no more questions at once than the name server's socket
 * keeps.
 */
const SILENT_LOOKUPS = 64;
const HERE = [{ address: '127.0.0.1', family: 4 }];

let nameServer: Awaited<ReturnType<typeof openNameServer>>;
let directory: string;
beforeAll(async () => {
  nameServer = await openNameServer();
  directory = await mkdtemp(join(tmpdir(), 'takilya-hosts-'));
});
afterAll(async () => {
  await nameServer.close();
  await rm(directory, { recursive: true });
});

function look(hostname: string, family: number | 'IPv4' | 'IPv6' = 0): Promise<LookupAddress[] | string | undefined> {
  const resolve = hostResolver({ servers: [nameServer.address], hosts: hostsFile(join(directory, 'hosts')) });
  return new Promise((settle) =>
    resolve(hostname, { all: true, family }, (error, addresses) => settle(error ? error.code : addresses)),
  );
}

describe('look-ups of endpoint names', () => {
  test('return the addresses from the name server', async () => {
    expect(await look('hooks.example')).toEqual(HERE);
    expect(await look('hooks.example', 4)).toEqual(HERE);
    expect(await look('hooks.example', 'IPv6')).toEqual([]);
  });

  test('report a name that does not exist', async () => {
    expect(await look('shop.missing.test')).toBe('ENOTFOUND');
  });

  test('time out when the name server never answers, without delaying other look-ups', async () => {
    const names = Array.from({ length: SILENT_LOOKUPS }, (_, index) => `hooks-${index}.silent.test`);
    let ended = 0;
    const silent = names.map((name) => look(name).finally(() => ended++));
    // These must work meanwhile: another endpoint, a name that the operating system resolves, and the thread pool that
    // files and names share.
    expect(await look('healthy.example')).toEqual(HERE);
    expect(await promisify(lookup)('localhost', { all: true })).not.toEqual([]);
    await writeFile(join(directory, 'written'), 'meanwhile');
    expect(ended).toBe(0);
    expect(new Set(await Promise.all(silent))).toEqual(new Set(['ETIMEOUT']));
    expect(process.getActiveResourcesInfo().filter((kind) => kind === 'QueryReqWrap')).toEqual([]);
  });

  test('use the hosts file, and read it again when it has changed', async () => {
    const path = join(directory, 'hosts');
    const look = hostsFile(path);
    expect(await look('box.example')).toEqual([]);
    await writeFile(path, '# comment\n10.1.2.3\tBox.example box # office\n2001:db8::7 box.example\n');
    expect(await look('BOX.example.')).toEqual([
      { address: '10.1.2.3', family: 4 },
      { address: '2001:db8::7', family: 6 },
    ]);
    await writeFile(path, '10.1.2.4 box.example\n');
    await utimes(path, new Date(), new Date(Date.now() + 1_000));
    expect(await look('box.example')).toEqual([{ address: '10.1.2.4', family: 4 }]);
  });

  test('do not ask a name server about names in the hosts file or localhost', async () => {
    await writeFile(join(directory, 'hosts'), '10.1.2.5 known.example\n');
    expect(await look('known.example')).toEqual([{ address: '10.1.2.5', family: 4 }]);
    for (const name of ['localhost', 'a.localhost'])
      expect(await look(name)).toEqual([...HERE, { address: '::1', family: 6 }]);
    expect(nameServer.asked.filter((name) => /known|localhost/.test(name))).toEqual([]);
  });
});
