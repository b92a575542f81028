import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createGeocoder } from './create-geocoder.ts';
import type { Place } from './geocoder.ts';
import { createNominatim } from './nominatim.ts';

const PLACE: Place = { venueName: 'Teatrino', address: 'Greenhills', city: 'San Juan' };
const GOOD = '[{"lat":"14.6019","lon":"121.0489","display_name":"Greenhills"}]';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A real HTTP server; `asked` collects the URLs it was asked for. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse, asked: URL[]) => void) {
  const asked: URL[] = [];
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://localhost'));
    answer(request, response, asked);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

function replying(status: number, body: string, headers: Record<string, string> = {}) {
  return (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  };
}

describe('a good answer', () => {
  test('is asked for as Nominatim expects, by name, and read as numbers', async () => {
    let userAgent: string | undefined;
    const { url, asked } = await serve((request, response) => {
      userAgent = request.headers['user-agent'];
      replying(200, GOOD)(request, response);
    });
    const geocoder = createGeocoder({ url: `${url}/nominatim/?key=secret` });
    expect(await geocoder.find(PLACE)).toEqual({ latitude: 14.6019, longitude: 121.0489 });
    expect(asked[0]?.pathname).toBe('/nominatim/search');
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
      key: 'secret',
      q: 'Teatrino, Greenhills, San Juan',
      format: 'jsonv2',
      limit: '1',
      countrycodes: 'ph',
    });
    expect(userAgent).toMatch(/^Takilya/);
  });

  test('is remembered', async () => {
    const { url, asked } = await serve(replying(200, GOOD));
    const geocoder = createGeocoder({ url });
    await geocoder.find(PLACE);
    await geocoder.find({ ...PLACE, venueName: ' Teatrino  ' });
    expect(asked).toHaveLength(1);
  });

  test('is remembered for the 1,000 places used last', async () => {
    const { url, asked } = await serve(replying(200, GOOD));
    const geocoder = createNominatim({ url });
    const at = (number: number) => geocoder.find({ venueName: null, address: null, city: `City ${number}` });
    for (let number = 0; number < 1_000; number++) await at(number);
    await at(0);
    expect(asked).toHaveLength(1_000);
    await at(1_000);
    await at(0);
    expect(asked).toHaveLength(1_001);
    await at(1);
    expect(asked).toHaveLength(1_002);
  });
});

describe('no result', () => {
  test('is asked again without the venue, then for the city alone; that nothing was found is remembered', async () => {
    const log = { warn: vi.fn() };
    const { url, asked } = await serve(replying(200, '[]'));
    const geocoder = createGeocoder({ url, log });
    expect(await geocoder.find(PLACE)).toBeNull();
    expect(asked.map((at) => at.searchParams.get('q'))).toEqual([
      'Teatrino, Greenhills, San Juan',
      'Greenhills, San Juan',
      'San Juan',
    ]);
    expect(await geocoder.find(PLACE)).toBeNull();
    expect(asked).toHaveLength(3);
    expect(log.warn).not.toHaveBeenCalled();
  });

  test('sends no request without anything to look for', async () => {
    const { url, asked } = await serve(replying(200, GOOD));
    expect(await createGeocoder({ url }).find({ venueName: ' ', address: '', city: null })).toBeNull();
    expect(asked).toHaveLength(0);
  });
});

describe('a failure is null and one warning, and is not remembered', () => {
  test.each([
    ['500', replying(500, GOOD)],
    ['404', replying(404, '[]')],
    ['not JSON', replying(200, '<html>')],
    ['JSON of another shape', replying(200, '{"lat":"1","lon":"2"}')],
    ['a result that is null', replying(200, '[null]')],
    ['no lon', replying(200, '[{"lat":"14.6"}]')],
    ['empty coordinates', replying(200, '[{"lat":"","lon":""}]')],
    ['hexadecimal coordinates', replying(200, '[{"lat":"0x10","lon":"1"}]')],
    ['latitude out of range', replying(200, '[{"lat":"90.1","lon":"1"}]')],
    ['longitude out of range', replying(200, '[{"lat":"9","lon":"-180.1"}]')],
    ['an endless answer', replying(200, `[${' '.repeat(70_000)}${GOOD.slice(1)}`), 'more than 65536 bytes'],
    ['a broken answer', replying(200, GOOD, { 'content-length': '10000' }), 'did not answer: UND_ERR_SOCKET'],
    ['a closed connection', (request: IncomingMessage) => request.socket.destroy(), 'did not answer: UND_ERR_SOCKET'],
  ])('%s', async (_name, answer, reason = '') => {
    const log = { warn: vi.fn() };
    let broken = true;
    const { url, asked } = await serve((request, response) => {
      if (!broken) return replying(200, GOOD)(request, response);
      answer(request, response);
      // A body shorter than it promised ends with its connection.
      if (_name === 'a broken answer') request.socket.end();
    });
    const geocoder = createGeocoder({ url, log });
    expect(await geocoder.find(PLACE)).toBeNull();
    expect(log.warn).toHaveBeenCalledTimes(1);
    expect(log.warn.mock.calls[0]?.[0].err.message).toContain(reason);
    expect(asked).toHaveLength(1);
    broken = false;
    expect(await geocoder.find(PLACE)).toEqual({ latitude: 14.6019, longitude: 121.0489 });
    expect(log.warn).toHaveBeenCalledTimes(1);
  });

  test('a redirect is not followed', async () => {
    const target = await serve(replying(200, GOOD));
    const { url } = await serve(replying(302, '', { location: `${target.url}/search` }));
    const log = { warn: vi.fn() };
    expect(await createGeocoder({ url, log }).find(PLACE)).toBeNull();
    expect(target.asked).toHaveLength(0);
    expect(log.warn).toHaveBeenCalledTimes(1);
  });

  test('no server at the address, or an invalid address', async () => {
    const log = { warn: vi.fn() };
    expect(await createGeocoder({ url: 'http://127.0.0.1:1', log }).find(PLACE)).toBeNull();
    expect(await createGeocoder({ url: 'not a url', log }).find(PLACE)).toBeNull();
    expect(log.warn).toHaveBeenCalledTimes(2);
  });
});

describe('a slow server', () => {
  test.each([
    ['that never answers', () => {}],
    ['that never finishes', (_: IncomingMessage, response: ServerResponse) => void response.write('[')],
    [
      'that finds nothing, slowly',
      (_: IncomingMessage, response: ServerResponse) => void setTimeout(() => response.end('[]'), 150),
    ],
  ])('%s is given up after the limit in all', async (_name, answer) => {
    const { url } = await serve(answer);
    await expect(createNominatim({ url, timeoutMs: 200 }).find(PLACE)).rejects.toThrow(
      'did not answer: no answer in time',
    );
  });

  test('is given three seconds, then null', async () => {
    const limit = vi.spyOn(AbortSignal, 'timeout');
    onTestFinished(() => limit.mockRestore());
    const { url } = await serve(() => {});
    expect(await createGeocoder({ url }).find(PLACE)).toBeNull();
    expect(limit.mock.calls).toEqual([[3_000]]);
  });
});

test('without a URL the offline gazetteer answers', async () => {
  const found = await createGeocoder({ url: null }).find({ venueName: null, address: null, city: 'Makati' });
  expect(found).toEqual({ latitude: 14.55027, longitude: 121.03269 });
});
