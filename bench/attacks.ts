import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openNameServer } from '../server/test/fixtures/name-server.ts';
import { type Service, startService } from './processes.ts';

/**
 * The attacks of the penetration test, while other people use the same server: what share of their requests succeeds,
 * and the 99th percentile of their times against the quiet server in the same run. `node bench/attacks.ts [seconds]`.
 */
const SECONDS = Number(process.argv[2] ?? 15);
/** Others that send one request after the other, of each kind. */
const OTHERS = 2;
const ALLOWED_RATIO = 3;
/** Below this, a ratio compares how two processes share the cores, not who waits for whom. */
const NOISE_MS = 50;
const START = '2027-05-01T20:00:00+08:00';

const certificates = new URL('../server/test/fixtures/certificates/', import.meta.url);
const nameServer = await openNameServer();
const received = new Map<string, number>();
const receiver = createServer(
  { key: readFileSync(new URL('server.key', certificates)), cert: readFileSync(new URL('server.pem', certificates)) },
  async (request, response) => {
    let body = '';
    for await (const bytes of request) body += bytes;
    response.end();
    received.set(JSON.parse(body).data.event_id, performance.now());
  },
).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const service = await startService(null, {
  LOG_LEVEL: 'error',
  WEBHOOK_DNS_SERVERS: nameServer.address,
  WEBHOOK_ALLOW_PRIVATE_TARGETS: '1',
  NODE_EXTRA_CA_CERTS: new URL('authority.pem', certificates).pathname,
});
const [attacker, victim] = service.organizations;
if (!attacker || !victim) throw new Error('two organizations');

type Probe = () => Promise<boolean>;
interface Measured {
  p99: number;
  share: number;
  requests: number;
}

const must = async <Data>(work: Promise<{ status: number; data: unknown; text: string }>): Promise<Data> => {
  const { status, data, text } = await work;
  if (status >= 300) throw new Error(`${status} ${text}`);
  return data as Data;
};

async function newEvent(of: Service, fields: object = {}): Promise<string> {
  const event = { title: 'Night', start_datetime: START, capacity: 900_000, ...fields };
  const { id } = await must<{ id: string }>(of.call('POST', '/events', event));
  await must(of.call('PUT', `/events/${id}`, { status: 'active' }));
  return id;
}

const checkoutOf = (event_id: string, fields: object = {}) => ({
  event_id,
  quantity: 1,
  customer: { name: 'Ana Reyes', email: 'ana@example.com' },
  success_url: 'https://shop.example/thanks',
  ...fields,
});

/** Confirms a free order on its page. @returns the page of its tickets */
async function buyFree(of: Service, eventId: string, fields: object = {}): Promise<string> {
  const { checkout_id, checkout_url } = await must<{ checkout_id: string; checkout_url: string }>(
    of.call('POST', '/checkouts', checkoutOf(eventId, fields)),
  );
  const answer = await fetch(`${checkout_url}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    redirect: 'manual',
  });
  await answer.text();
  const { tickets_url } = await must<{ tickets_url: string }>(of.call('GET', `/checkouts/${checkout_id}`));
  return tickets_url;
}

const others = Math.random().toString(36).slice(2);
let buyers = 0;
const hotEvent = await newEvent(victim, { max_per_buyer: 10, max_per_order: 10 });
const freeEvent = await newEvent(victim);
const ownTicket = await buyFree(victim, freeEvent);
await must(
  victim.call('POST', '/webhooks', {
    url: `https://localhost:${(receiver.address() as AddressInfo).port}/`,
    events: ['event.updated'],
  }),
);

const PROBES: Record<string, Probe> = {
  'list events': async () => (await victim.call('GET', '/events')).status === 200,
  'hold places': async () => {
    const email = `${others}${buyers++}@example.com`;
    const answer = await victim.call('POST', '/checkouts', checkoutOf(hotEvent, { customer: { name: 'Ben', email } }));
    return answer.status === 201;
  },
  'open the page of tickets': async () => (await fetch(ownTicket)).status === 200,
  'load the PDF': async () => {
    const answer = await fetch(`${ownTicket}/tickets.pdf`);
    return answer.status === 200 && (await answer.arrayBuffer()).byteLength > 1_000;
  },
  'get a webhook': async () => {
    const id = await newEvent(victim);
    for (let waited = 0; waited < 400; waited++) {
      if (received.has(id)) return true;
      await pause(25);
    }
    return false;
  },
};

async function measure(probe: Probe, until: number): Promise<Measured> {
  const times: number[] = [];
  let good = 0;
  await Promise.all(
    Array.from({ length: OTHERS }, async () => {
      while (performance.now() < until) {
        const began = performance.now();
        if (await probe().catch(() => false)) good++;
        times.push(performance.now() - began);
        await pause(20);
      }
    }),
  );
  times.sort((a, b) => a - b);
  return { p99: times[Math.floor(times.length * 0.99)] ?? 0, share: good / times.length, requests: times.length };
}

async function measureAll(): Promise<Map<string, Measured>> {
  const until = performance.now() + SECONDS * 1_000;
  const measured = Object.entries(PROBES).map(
    async ([name, probe]): Promise<[string, Measured]> => [name, await measure(probe, until)],
  );
  return new Map(await Promise.all(measured));
}

/** An attack goes on until it is aborted. @returns what it achieved, in words */
type Attack = (signal: AbortSignal) => Promise<string>;

async function loop(signal: AbortSignal, connections: number, work: () => Promise<void>) {
  const one = async () => {
    while (!signal.aborted) await work().catch(() => {});
  };
  await Promise.all(Array.from({ length: connections }, one));
}

const ATTACKS: Record<string, Attack> = {
  '1 names that no server answers': async (signal) => {
    for (let n = 0; n < 10; n++)
      await attacker.call('POST', '/webhooks', { url: `https://x${n}.silent.test/`, events: ['event.updated'] });
    const id = await newEvent(attacker);
    for (let n = 0; n < 100; n++) await attacker.call('PUT', `/events/${id}`, { title: `Night ${n}` });
    const before = nameServer.asked.length;
    await once(signal, 'abort');
    return `${nameServer.asked.length - before} look-ups`;
  },
  '2 tickets without money': async () => {
    const child = spawn(process.execPath, ['server/dist/main.js'], {
      env: {
        ...process.env,
        DEMO: '0',
        PORT: '0',
        DATA_DIR: await mkdtemp(join(tmpdir(), 'takilya-attacks-')),
        PUBLIC_URL: 'https://tickets.example',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr?.on('data', (bytes) => {
      said += bytes;
    });
    const [code] = await once(child, 'exit');
    if (code !== 1 || !said.includes('PAYMENT_PROVIDER is sandbox')) throw new Error(`the sandbox started: ${said}`);
    return 'does not start';
  },
  '3 three connections that load PDFs': async (signal) => {
    const event = await newEvent(attacker);
    const page = await buyFree(attacker, event, { quantity: 100 });
    let loaded = 0;
    await loop(signal, 3, async () => {
      const answer = await fetch(`${page}/tickets.pdf`);
      await answer.arrayBuffer();
      loaded++;
    });
    return `${loaded} loaded`;
  },
  '4 a leaked key': async (signal) => {
    const statuses = new Map<number, number>();
    const count = ({ status }: { status: number }) => void statuses.set(status, (statuses.get(status) ?? 0) + 1);
    await loop(signal, 4, async () => {
      count(await victim.call('POST', '/team/invitations', { email: 'evil@example.com', role: 'owner' }));
      count(await victim.call('POST', '/api-keys', { name: 'more' }));
      count(await victim.call('PUT', '/payment-accounts/paymongo', { secret_key: 'sk_live_x' }));
    });
    if ([...statuses.keys()].some((status) => status < 400)) throw new Error('the key changed the organization');
    return [...statuses].map(([status, times]) => `${times} × ${status}`).join(', ');
  },
  '5 one buyer that wants the hall': async (signal) => {
    let held = 0;
    await loop(signal, 4, async () => {
      for (const quantity of [20_000, 10, 1])
        if ((await victim.call('POST', '/checkouts', checkoutOf(hotEvent, { quantity }))).status === 201)
          held += quantity;
    });
    if (held > 10) throw new Error(`one buyer holds ${held}`);
    return `holds ${held}`;
  },
  '6 mail to strangers': async (signal) => {
    const event = await newEvent(attacker);
    const attendees = Array.from({ length: 20 }, (_, n) => ({ name: `Guest ${n}`, email: `stranger${n}@example.org` }));
    let orders = 0;
    await loop(signal, 2, async () => {
      await buyFree(attacker, event, { quantity: 20, attendees });
      orders++;
      await pause(200);
    });
    await pause(5_000);
    const files = await readdir(join(service.dataDir, 'mail'));
    const letters = await Promise.all(files.map((name) => readFile(join(service.dataDir, 'mail', name), 'latin1')));
    const toStrangers = letters.filter((letter) => /^To: .*@example\.org/m.test(letter)).length;
    if (letters.length === 0) throw new Error('no mail at all');
    if (toStrangers > 0) throw new Error(`${toStrangers} mails to strangers`);
    return `${orders} orders, no mail`;
  },
};

await measureAll();
const quiet = await measureAll();
let missed = 0;
for (const [name, attack] of Object.entries(ATTACKS)) {
  const ending = new AbortController();
  const attacking = attack(ending.signal).catch((error: Error) => {
    missed++;
    return `FAILED: ${error.message}`;
  });
  await pause(2_000);
  const during = await measureAll();
  ending.abort();
  console.log(`\n${name}: ${await attacking}`);
  console.table(
    Object.fromEntries(
      [...during].map(([probe, { p99, share, requests }]) => {
        const before = quiet.get(probe)?.p99 ?? 0;
        const ratio = p99 / Math.max(before, NOISE_MS);
        const isMissed = share < 1 || ratio > ALLOWED_RATIO;
        if (isMissed) missed++;
        return [
          probe,
          {
            requests,
            succeeded: `${(100 * share).toFixed(1)} %`,
            'p99 quiet, ms': Math.round(before),
            'p99, ms': Math.round(p99),
            ratio: ratio.toFixed(2),
            bar: isMissed ? 'missed' : 'held',
          },
        ];
      }),
    ),
  );
}
await service.stop();
receiver.close();
await nameServer.close();
console.log(missed === 0 ? 'Every attack was held.' : `${missed} missed.`);
process.exitCode = missed === 0 ? 0 : 1;
