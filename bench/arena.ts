import { parseArgs } from 'node:util';
import { startPostgres } from '../server/test/databases/postgres-server.ts';
import { type Answer, Connection, requestBytes } from './connection.ts';
import { type Service, startService } from './processes.ts';
import { checkoutRequest, hall } from './shop.ts';

/**
 * An arena of 20,000 seats goes on sale, and all buyers come at once, in parties of 1 to 6. Each party follows the
 * hosted pages as a browser would, from POST /checkouts to the paid ticket. The run ends when every seat is sold, and
 * then checks every invariant.
 */
const { values: options } = parseArgs({
  options: {
    database: { type: 'string', default: 'PostgreSQL,embedded' },
    seats: { type: 'string', default: '20000' },
    browsers: { type: 'string', default: '256' },
  },
});
const SECTIONS = 40;
const SEATS_PER_ROW = 25;
const ROWS = Math.round(Number(options.seats) / SECTIONS / SEATS_PER_ROW);
const SEATS = SECTIONS * ROWS * SEATS_PER_ROW;
/** Concurrent browsers; each buys for one party after the other. */
const BROWSERS = Number(options.browsers);
/** Percentages of parties of 1 to 6 people: most are couples. */
const PARTIES = [10, 45, 15, 20, 5, 5];
/** A section that refuses a single person is sold out. */
const SMALLEST_PARTY = 1;

type Step = 'POST /checkouts' | 'page' | 'pay' | 'provider' | 'authorize' | 'return';

for (const database of options.database.split(',')) {
  const postgres = database === 'PostgreSQL' ? await startPostgres({ fsync: true }) : null;
  const service = await startService(postgres ? await postgres.createDatabase('arena') : null);
  await sell(service, database);
  process.stdout.write(`takilya verify: ${await service.stopAndVerify()}\n`);
  await service.stop();
  await postgres?.stop();
}

async function sell(service: Service, database: string) {
  const { eventId, sectionIds } = await hall(service, { sections: SECTIONS, rows: ROWS, seats: SEATS_PER_ROW });
  const open = new Set(sectionIds);
  const milliseconds = new Map<Step, number[]>();
  const sale = { seats: 0, buyers: 0, parties: 0, split: 0, refused: 0 };
  let seed = 20_261_120;
  const random = () => {
    // A linear congruential generator: the same buyers in every run.
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  /** Draws a size with the percentages of PARTIES. */
  const partySize = () => {
    const draw = random() * 100;
    const reached = PARTIES.map((_, index) => PARTIES.slice(0, index + 1).reduce((sum, share) => sum + share, 0));
    return (
      1 +
      Math.max(
        0,
        reached.findIndex((share) => draw < share),
      )
    );
  };

  async function browse() {
    const { host, hostname, port } = new URL(service.url);
    const connection = await Connection.open({ hostname, port });
    async function ask(step: Step, bytes: string): Promise<Answer> {
      const started = performance.now();
      const answer = await connection.send(bytes);
      const times = milliseconds.get(step) ?? [];
      milliseconds.set(step, times);
      times.push(performance.now() - started);
      return answer;
    }
    const get = (path: string) => requestBytes({ method: 'GET', path, host });
    const submit = (path: string, body: string) =>
      requestBytes({
        method: 'POST',
        path,
        host,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
      });

    while (open.size > 0) {
      const sections = [...open];
      const sectionId = sections[Math.floor(random() * sections.length)] ?? '';
      let quantity = partySize();
      const checkout = (size: number) =>
        ask('POST /checkouts', checkoutRequest(service, { event_id: eventId, section_id: sectionId, quantity: size }));
      let held = await checkout(quantity);
      // A party that does not fit becomes smaller, down to single people at the end of the sale.
      while (held.status === 409 && quantity > SMALLEST_PARTY) {
        sale.refused++;
        quantity = Math.max(SMALLEST_PARTY, Math.min(quantity - 1, Number(/only (\d+)/.exec(held.text)?.[1] ?? 0)));
        held = await checkout(quantity);
      }
      if (held.status === 409) {
        open.delete(sectionId);
        continue;
      }
      expect(held, 201);
      const { data } = JSON.parse(held.text.slice(held.text.indexOf('\r\n\r\n'))) as {
        data: { checkout_url: string; assigned_seats: { row: string; seat: number }[] };
      };
      const { pathname } = new URL(data.checkout_url);
      expect(await ask('page', get(pathname)), 200);
      const provider = pathOf(await ask('pay', submit(`${pathname}/pay`, 'payment_method=GCASH')));
      expect(await ask('provider', get(provider)), 200);
      const back = pathOf(await ask('authorize', submit(provider, 'outcome=authorize')));
      const end = await ask('return', get(back));
      if (!/\r\nlocation: .*order_id=/i.test(end.text)) throw new Error(`no order: ${end.text}`);
      sale.buyers += quantity;
      sale.parties++;
      sale.seats += quantity;
      if (isSplit(data.assigned_seats)) sale.split++;
    }
    connection.close();
  }

  const started = performance.now();
  await Promise.all(Array.from({ length: BROWSERS }, browse));
  const seconds = (performance.now() - started) / 1_000;
  const { data: event } = await service.call('GET', `/events/${eventId}`);
  const { status, tickets_sold: ticketsSold } = event as { status: string; tickets_sold: number };
  process.stdout.write(
    `\n${database}: ${sale.seats} of ${SEATS} seats sold, paid and ticketed in ${seconds.toFixed(1)} s: ` +
      `${sale.parties} parties, ${sale.split} split, ${sale.refused} retried with fewer seats; event ${status}, ${ticketsSold} tickets\n`,
  );
  console.table(Object.fromEntries([...milliseconds].map(([step, times]) => [step, spread(times)])));
  if (sale.seats !== SEATS) throw new Error(`${SEATS - sale.seats} seats are left`);
}

function expect(answer: Answer, status: number) {
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.text}`);
}

/** The path of a redirect. */
function pathOf(answer: Answer): string {
  expect(answer, 303);
  const { pathname } = new URL(/\r\nlocation: (\S+)/i.exec(answer.text)?.[1] ?? '', 'http://localhost');
  return pathname;
}

function isSplit(seats: { row: string; seat: number }[]): boolean {
  return seats.some(({ row, seat }, index) => {
    const before = seats[index - 1];
    return before !== undefined && (before.row !== row || Math.abs(before.seat - seat) !== 1);
  });
}

function spread(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round((sorted[Math.floor(share * (sorted.length - 1))] ?? 0) * 10) / 10;
  return { requests: times.length, 'p50 ms': at(0.5), 'p99 ms': at(0.99), 'worst ms': at(1) };
}
