import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendError } from '../contract/error-handler.ts';
import { dashboardFiles } from './dashboard-files.ts';
import { doorFiles } from './door-files.ts';

const DOCUMENT =
  '<head><meta nonce="CSP_NONCE"><script nonce="CSP_NONCE" src="/dashboard/assets/index-abc.js"></script></head>';
const PAGES = {
  '/events/$eventId': ['assets/event.js', 'assets/event.css'],
  '/events/new': ['assets/new.js'],
  '/': ['assets/home.js'],
};

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'takilya-dashboard-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), DOCUMENT);
  await writeFile(join(folder, 'outside.html'), DOCUMENT.replace('index', 'outside'));
  await writeFile(join(folder, 'door.html'), DOCUMENT);
  await writeFile(join(folder, 'door-worker.js'), 'worker');
  await writeFile(join(folder, 'secret.txt'), 'beside');
  await writeFile(join(folder, '.built-from'), 'a stamp');
  await writeFile(join(folder, '.pages.json'), JSON.stringify(PAGES));
  await writeFile(join(folder, 'assets', 'index-abc.js'), 'plain');
  await writeFile(join(folder, 'assets', 'index-abc.js.br'), 'brotli');
  await writeFile(join(folder, 'assets', 'index-abc.js.gz'), 'gzip');
  app = await serving(folder);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function serving(from: string) {
  const server = Fastify();
  server.setErrorHandler(sendError);
  await server.register(dashboardFiles, { prefix: '/dashboard', folder: from });
  await server.register(doorFiles, { folder: from });
  return server;
}

const get = (url: string, headers = {}) => app.inject({ method: 'GET', url, headers });

test('every page URL serves a document, each response with its own nonce in document and policy', async () => {
  const nonces = new Set<string>();
  for (const path of ['/', '/events/1/attendees?page=2', '/.built-from', '/index.html']) {
    const { statusCode, headers, body } = await get(`/dashboard${path}`);
    expect([path, statusCode, headers['cache-control']]).toStrictEqual([path, 200, 'no-store']);
    const [, nonce = ''] = /<meta nonce="([^"]+)">/.exec(body) ?? [];
    expect(body).not.toContain('CSP_NONCE');
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(4);
});

test('a document names the files of its page, by the route that fits best', async () => {
  const linksOf = async (path: string) =>
    [...(await get(`/dashboard${path}`)).body.matchAll(/<link rel="(\w+)" crossorigin href="([^"]+)">/g)].map(
      ([, rel, href]) => [rel, href],
    );
  expect(await linksOf('/events/1?tab=2')).toEqual([
    ['modulepreload', '/dashboard/assets/event.js'],
    ['stylesheet', '/dashboard/assets/event.css'],
  ]);
  expect(await linksOf('/events/new')).toEqual([['modulepreload', '/dashboard/assets/new.js']]);
  expect(await linksOf('/')).toEqual([['modulepreload', '/dashboard/assets/home.js']]);
  for (const path of ['/events', '/events/1/edit', '/nothing', '/__proto__', '/log-in'])
    expect([path, await linksOf(path)]).toEqual([path, []]);
});

test('the pages before the log-in have their own document', async () => {
  for (const [path, file] of [
    ['/log-in?next=%2Fevents', 'outside-abc.js'],
    ['/set-up', 'outside-abc.js'],
    ['/reset', 'outside-abc.js'],
    ['/invitation', 'outside-abc.js'],
    ['/log-in/again', 'index-abc.js'],
  ])
    expect([path, (await get(`/dashboard${path}`)).body]).toEqual([path, expect.stringContaining(`${file}`)]);
});

test('files with a hash in their name are cached forever, and compressed if the browser supports it', async () => {
  const asset = '/dashboard/assets/index-abc.js';
  const [plain, brotli, zipped] = await Promise.all([
    get(asset),
    get(asset, { 'accept-encoding': 'gzip, br' }),
    get(asset, { 'accept-encoding': 'gzip' }),
  ]);
  expect([plain.body, brotli.body, zipped.body]).toStrictEqual(['plain', 'brotli', 'gzip']);
  expect(brotli.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'content-type': 'application/javascript; charset=utf-8',
    vary: 'accept-encoding',
  });
});

test('a missing file is not a page, and neither is an unknown API path', async () => {
  for (const path of ['/assets/index-old.js', '/api/nothing']) {
    const { statusCode, headers } = await get(`/dashboard${path}`);
    expect([path, statusCode]).toStrictEqual([path, 404]);
    expect(headers['content-type']).toContain('application/json');
  }
  expect((await app.inject({ method: 'POST', url: '/dashboard/events' })).statusCode).toBe(404);
});

test('no file outside the folder is served', async () => {
  for (const path of ['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json'])
    expect((await get(`/dashboard${path}`)).body).not.toContain('"dependencies"');
});

test('the door has the same policy each time, so that it can be kept, and its worker may read files only', async () => {
  const [one, other] = [await get('/door'), await get('/door?event=1')];
  expect(one.body).toBe('<head><meta><script src="/dashboard/assets/index-abc.js"></script></head>');
  expect(other.headers['content-security-policy']).toBe(one.headers['content-security-policy']);
  expect(one.headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval'; style-src 'self';");
  const worker = await get('/door/worker.js');
  expect(worker.headers).toMatchObject({
    'service-worker-allowed': '/door',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
    'content-type': 'text/javascript; charset=utf-8',
  });
});

test('without a build the page says so, and names the command', async () => {
  const server = await serving(join(folder, 'nowhere'));
  const { statusCode, body, headers } = await server.inject('/dashboard/events');
  expect([statusCode, headers['retry-after']]).toStrictEqual([500, '30']);
  expect(body).toContain('npm run build');
  await server.close();
});
