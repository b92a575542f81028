import { promisify } from 'node:util';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isCover } from '../../src/events/queries.ts';
import { isLogo } from '../../src/organizations/queries.ts';
import { KEEP_UNUSED_DAYS, removeUnusedPictures } from '../../src/pictures/remove-unused-pictures.ts';
import { MAX_PICTURE_BYTES } from '../../src/pictures/upload-slots.ts';
import type { FileStore } from '../../src/platform/files/file-store.ts';
import { openMember } from '../fixtures/members.ts';
import { drawing, pixelAt, pngBomb } from '../fixtures/pictures.ts';
import { type EventData, openTestService, PUBLIC_URL, type TestService } from '../fixtures/test-service.ts';

const RED = [204, 0, 0];
const BLUE = [0, 0, 204];
const DAY_SECONDS = 86_400;

let service: TestService;
let store: FileStore;
let logo: Buffer;
let cover: Buffer;
beforeAll(async () => {
  service = await openTestService();
  store = service.parts.files;
  logo = await drawing(1_000, 400).png().toBuffer();
  cover = await drawing(2_000, 1_000).jpeg().toBuffer();
});
afterAll(() => service.close());

const key = () => ({ authorization: `Bearer ${service.ours.key}` });
interface Sent {
  type?: string;
  headers?: Record<string, string>;
}
const upload = <Data>(path: string, bytes: Buffer | string, { type = 'image/png', headers = key() }: Sent = {}) =>
  service.request<Data>({
    method: 'POST',
    url: `/api/v1${path}`,
    headers: { ...headers, 'content-type': type },
    payload: bytes,
  });
const uploadLogo = (bytes: Buffer | string, sent?: Sent) =>
  upload<{ logo_url: string }>('/organization/logo', bytes, sent);
const uploadCover = (event: { id: string }, bytes: Buffer, sent?: Sent) =>
  upload<EventData>(`/events/${event.id}/cover`, bytes, sent);
const logoOf = async () => (await service.ours.get<{ logo_url: string | null }>('/organization')).body.data.logo_url;

/** A file as browsers get it. */
async function load(url: string) {
  const { statusCode: status, headers, rawPayload: bytes } = await service.app.inject(url.replace(PUBLIC_URL, ''));
  return { status, headers, bytes };
}
const sizeOf = async (url: string) => {
  const { format, width, height } = await sharp((await load(url)).bytes).metadata();
  return `${format} ${width} × ${height}`;
};
const collect = () => removeUnusedPictures(service.db, store, { uses: [isLogo, isCover], now: service.now() });
const rows = () =>
  service.db.query<{ address: string; unusedSince: Date | null }>(
    sql`select address, unused_since from pictures order by address`,
  );

describe('POST /organization/logo', () => {
  test('writes the logo anew in two sizes, as PNG and WebP, and answers its address', async () => {
    const { status, body } = await uploadLogo(logo);
    expect(status).toBe(200);
    const { logo_url: url } = body.data;
    expect(url).toMatch(
      new RegExp(`^${PUBLIC_URL}/files/${service.ours.organizationId}/logo-[0-9a-f]{32}-480x192-480\\.png$`),
    );
    expect(await logoOf()).toBe(url);
    expect(await sizeOf(url)).toBe('png 480 × 192');
    expect(await sizeOf(url.replace('-480.png', '-240.png'))).toBe('png 240 × 96');
    expect(await sizeOf(url.replace('-480.png', '-480.webp'))).toBe('webp 480 × 192');
    expect(await pixelAt((await load(url)).bytes, 10, 10)).toEqual(RED);
    expect(await pixelAt((await load(url)).bytes, 470, 180)).toEqual(BLUE);
    // Uploading the picture again gives the same file.
    expect((await uploadLogo(logo)).body.data.logo_url).toBe(url);
  });

  test('serves it forever, as what it is, and as a document that can do nothing', async () => {
    const { headers } = await load((await logoOf()) ?? '');
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(headers).not.toHaveProperty('set-cookie');
  });

  test('is on the pages of the shop with its size, and is what messengers show of it', async () => {
    const url = (await logoOf()) ?? '';
    const { body } = await service.app.inject('/shop/lakbay-concerts');
    const path = url.replace(PUBLIC_URL, '').replace('-480.png', '');
    expect(body).toContain(
      `<picture><source type="image/webp" srcset="${path}-240.webp 240w, ${path}-480.webp 480w" sizes="8rem">` +
        `<img src="${path}-480.png" width="480" height="192" alt=""></picture>`,
    );
    expect(body).toContain(`<meta property="og:image" content="${url}">`);
    expect(body).toContain('<meta property="og:image:width" content="480">');
  });

  test('can be removed, also when there is none', async () => {
    expect((await service.ours.delete('/organization/logo')).status).toBe(204);
    expect(await logoOf()).toBeNull();
    expect((await service.ours.delete('/organization/logo')).status).toBe(204);
  });

  test('is in the audit log, and the logo of the test organization, which begins with the same', async () => {
    const { logo_url: url } = (await uploadLogo(logo)).body.data;
    const address = url.replace(PUBLIC_URL, '').replace('-480.png', '');
    const log = await service.ours.get<{ changes: { after: object }[] }>('/audit-log?action=organization.updated');
    expect(log.body.data.changes.map(({ after }) => after)).toContainEqual(
      expect.objectContaining({ logo_url: address }),
    );
    const owner = await openMember(service);
    expect((await owner.post('/organization/test')).body.data).toMatchObject({ logo_url: url });
    await service.ours.delete('/organization/logo');
    for (const days of [2, KEEP_UNUSED_DAYS, 2]) {
      service.wait(days * DAY_SECONDS);
      await collect();
    }
    expect(await store.read(url.replace(`${PUBLIC_URL}/files/`, ''))).toBeDefined();
  });
});

describe('POST /events/{id}/cover', () => {
  test('writes the cover in the widths of screens, as JPEG and WebP, and tells it', async () => {
    const event = await service.event();
    const { status, body } = await uploadCover(event, cover, { type: 'image/jpeg' });
    expect(status).toBe(200);
    const { cover_image_url: url, images } = body.data;
    expect(url).toMatch(/\/cover-[0-9a-f]{32}-1600x800-1600\.jpg$/);
    expect(images).toEqual([url]);
    for (const [width, height] of [
      [480, 240],
      [960, 480],
      [1_600, 800],
    ])
      for (const format of ['jpg', 'webp'])
        expect(await sizeOf(url?.replace('-1600.jpg', `-${width}.${format}`) ?? '')).toBe(
          `${format.replace('jpg', 'jpeg')} ${width} × ${height}`,
        );
    expect((await service.readEvent(event.id)).cover_image_url).toBe(url);
    const { body: list } = await service.ours.get<{ events: EventData[] }>('/events');
    expect(list.data.events.find(({ id }) => id === event.id)?.cover_image_url).toBe(url);
    const told = (await service.notifications(event)).map(({ data }) => data.changed);
    expect(told).toContainEqual(['cover_image_url']);
    const { body: page } = await service.app.inject(event.public_url.replace(PUBLIC_URL, ''));
    expect(page).toMatch(/<picture><source type="image\/webp" srcset="\S+ 480w, \S+ 960w, \S+ 1600w" sizes="[^"]+">/);
    expect(page).toMatch(/<img class="cover" src="\S+-960\.jpg" width="1600" height="800" alt="">/);
    expect(page).toContain(`<meta property="og:image" content="${url}">`);
    expect(page).toContain(`"image":["${url}"]`);
    expect((await service.ours.delete(`/events/${event.id}/cover`)).status).toBe(204);
    expect((await service.readEvent(event.id)).cover_image_url).toBeNull();
  });

  test('is open to messengers and search engines, as the page that names it', async () => {
    const { body } = await uploadCover(await service.event(), cover, { type: 'image/jpeg' });
    const robots = await service.app.inject('/robots.txt');
    const allowed = [...robots.body.matchAll(/^Allow: (\S+)$/gm)].map(([, start = '']) => start);
    const { pathname } = new URL(body.data.cover_image_url ?? '');
    expect(allowed.filter((start) => pathname.startsWith(start))).toHaveLength(1);
  });

  test('is on the page of a series, and on what messengers show of it', async () => {
    const event = await service.event();
    const { body } = await uploadCover(event, cover, { type: 'image/jpeg' });
    const date = { start_datetimes: [service.daysFromNow(40)] };
    const made = await service.ours.post<{ series: { id: string; public_url: string } }>(
      `/events/${event.id}/dates`,
      date,
    );
    const { id, public_url: address } = made.body.data.series;
    expect((await service.ours.put(`/series/${id}`, { publish: true })).status).toBe(200);
    const { body: page } = await service.app.inject(address.replace(PUBLIC_URL, ''));
    expect(page).toMatch(/<img class="cover" src="\S+-960\.jpg" width="1600" height="800" alt="">/);
    expect(page).toContain(`<meta property="og:image" content="${body.data.cover_image_url}">`);
    expect(page).toContain('<meta property="og:image:width" content="1600">');
    expect(page).toContain(`"image":["${body.data.cover_image_url}"]`);
  });

  test('never enlarges a picture', async () => {
    const event = await service.draft();
    const small = await drawing(300, 900).webp().toBuffer();
    const { body } = await uploadCover(event, small, { type: 'image/webp' });
    expect(body.data.cover_image_url).toMatch(/-300x900-300\.jpg$/);
  });

  test('drops everything but pixels: place, program and rotation; of moving pictures the first remains', async () => {
    const event = await service.draft();
    const turned = await drawing(400, 200)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'SECRET', Orientation: '6' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const polyglot = Buffer.concat([turned, Buffer.from('<html><script>alert(1)</script>')]);
    const { body } = await uploadCover(event, polyglot, { type: 'image/jpeg' });
    const { bytes } = await load(body.data.cover_image_url ?? '');
    const { width, height, exif, orientation } = await sharp(bytes).metadata();
    // The camera was turned by a quarter: left is up.
    expect([width, height, exif, orientation]).toEqual([200, 400, undefined, undefined]);
    const [red = 0, , blue = 0] = await pixelAt(bytes, 100, 20);
    expect(red).toBeGreaterThan(blue);
    expect(bytes.toString('latin1')).not.toMatch(/script|SECRET/);
    const frames = await Promise.all(
      [drawing(60, 40), drawing(60, 40, { left: '#00cc00' })].map((one) => one.png().toBuffer()),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer();
    const still = await uploadCover(event, moving, { type: 'image/webp' });
    const file = await load((still.body.data.cover_image_url ?? '').replace(/jpg$/, 'webp'));
    expect((await sharp(file.bytes).metadata()).pages).toBeUndefined();
    const [first = 0, green = 0] = await pixelAt(file.bytes, 5, 5);
    expect(first).toBeGreaterThan(green);
  });

  test('accepts AVIF, and a type that differs from the bytes', async () => {
    const event = await service.draft();
    const avif = await drawing(64, 64).avif({ effort: 0 }).toBuffer();
    expect((await uploadCover(event, avif, { type: 'image/avif' })).status).toBe(200);
    expect((await uploadCover(event, logo, { type: 'image/jpeg; charset=binary' })).status).toBe(200);
  });

  test('replays the answer for the same key and bytes, and refuses the key with others', async () => {
    const event = await service.draft();
    const headers = { ...key(), 'idempotency-key': 'cover once' };
    const first = await uploadCover(event, cover, { type: 'image/jpeg', headers });
    const again = await uploadCover(event, cover, { type: 'image/jpeg', headers });
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.text).toBe(first.text);
    expect((await uploadCover(event, logo, { headers })).status).toBe(409);
  });
});

describe('an upload is refused', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  test.each([
    ['SVG, by its type', svg, 'image/svg+xml', 'picture_type_unsupported'],
    ['SVG that claims to be a PNG', svg, 'image/png', 'picture_unreadable'],
    ['HTML', '<!doctype html><script>alert(1)</script>', 'image/jpeg', 'picture_unreadable'],
    ['a GIF', 'GIF89a\x01\x00\x01\x00', 'image/png', 'picture_unreadable'],
    ['nothing', '', 'image/png', 'picture_type_unsupported'],
    ['JSON', '{"url":"https://cdn.example/a.png"}', 'application/json', 'picture_type_unsupported'],
    ['a form', '--x\r\n\r\n--x--', 'multipart/form-data; boundary=x', 'picture_type_unsupported'],
    ['only a signature', Buffer.from('89504e470d0a1a0a', 'hex'), 'image/png', 'picture_unreadable'],
    ['too many bytes', Buffer.alloc(MAX_PICTURE_BYTES + 1), 'image/png', 'body_too_large'],
    ['a bomb', pngBomb(), 'image/png', 'picture_too_many_pixels'],
  ])('%s', async (_title, bytes, type, code) => {
    const before = await logoOf();
    const { status, body } = await uploadLogo(bytes, { type });
    expect([status, body.error.code]).toEqual([400, code]);
    expect(await logoOf()).toBe(before);
  });

  test('a picture that was cut off', async () => {
    expect((await uploadLogo(logo.subarray(0, logo.length / 2))).body.error.code).toBe('picture_unreadable');
  });

  test('AVIF earlier than others: it is decoded as a whole', async () => {
    const large = await sharp({ create: { width: 4_200, height: 4_000, channels: 3, background: '#fff' } })
      .avif({ effort: 0 })
      .toBuffer();
    const { error } = (await uploadLogo(large, { type: 'image/avif' })).body;
    expect(error).toMatchObject({
      code: 'picture_too_many_pixels',
      message: 'The picture has 4200 × 4000 pixels: at most 16 million are accepted',
    });
  });

  test('while another of the organization arrives; a failed one gives way', async () => {
    const event = await service.draft();
    const [first, second] = await Promise.all([uploadCover(event, cover), uploadLogo(logo)]);
    expect([first.status, second.status]).toEqual([200, 503]);
    expect(second.body.error.code).toBe('overloaded');
    expect(second.headers['retry-after']).toBe('2');
    expect((await uploadLogo('broken')).status).toBe(400);
    expect((await uploadLogo(logo)).status).toBe(200);
  });

  test('while one is decoded and stored whose client went away', async () => {
    const bytes = await drawing(503, 250).jpeg().toBuffer();
    const { write } = store;
    const begun = Promise.withResolvers<void>();
    const free = Promise.withResolvers<void>();
    onTestFinished(() => {
      free.resolve();
      store.write = write;
    });
    store.write = async (...file) => {
      begun.resolve();
      await free.promise;
      return write.apply(store, file);
    };
    const { server } = service.app;
    const address = await service.app.listen({ port: 0 });
    const client = new AbortController();
    const left = fetch(`${address}/api/v1/organization/logo`, {
      method: 'POST',
      headers: { ...key(), 'content-type': 'image/jpeg' },
      body: bytes,
      signal: client.signal,
    });
    await begun.promise;
    client.abort();
    await expect(left).rejects.toThrow('abort');
    await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(0);
    expect((await uploadLogo('broken')).status).toBe(503);
    free.resolve();
    await expect.poll(async () => (await uploadLogo(bytes)).status).toBe(200);
  });

  test('for an event of another organization, before the picture is read', async () => {
    const event = await service.draft();
    const theirs = { authorization: `Bearer ${service.theirs.key}` };
    expect(await uploadCover(event, Buffer.from('x'), { headers: theirs })).toMatchObject({ status: 404 });
    expect((await service.readEvent(event.id)).cover_image_url).toBeNull();
  });
});

describe('GET /files', () => {
  test('answers 404 to everything but the files of known pictures', async () => {
    const url = (await uploadLogo(logo)).body.data.logo_url.replace(PUBLIC_URL, '');
    await store.write(`${service.ours.organizationId}/secret.txt`, Buffer.from('secret'), 'text/plain');
    const unknown = url.replace(/logo-[0-9a-f]{32}/, `logo-${'0'.repeat(32)}`);
    await store.write(unknown.slice('/files/'.length), Buffer.from('secret'), 'image/png');
    const wrong = [
      unknown,
      url.replace(service.ours.organizationId, service.theirs.organizationId),
      url.replace('-480.png', '-481.png'),
      url.replace('-480.png', '-480.jpg'),
      url.replace('-480.png', '-480.svg'),
      `/files/${service.ours.organizationId}/secret.txt`,
      `/files/${service.ours.organizationId}/..%2f..%2fdemo.json`,
      '/files/..%2f..%2f..%2fetc%2fpasswd/x',
      `/files/${service.ours.organizationId}/${'a'.repeat(9_000)}`,
      `${url}%00`,
      '/files/',
    ];
    for (const path of wrong) expect({ path, status: (await load(path)).status }).toEqual({ path, status: 404 });
    expect((await load(url)).status).toBe(200);
  });
});

describe('the URL of an uploaded picture, sent by a client', () => {
  // Pictures are `https:`, so that it can be sent only to a server that is.
  const SECURE_URL = 'https://tickets.example';
  async function openSecure() {
    const secure = await openTestService({ environment: { PUBLIC_URL: SECURE_URL, ALLOW_SANDBOX_PAYMENTS: '1' } });
    onTestFinished(() => secure.close());
    const upload = async <Data>(path: string, payload: Buffer) => {
      const headers = { authorization: `Bearer ${secure.ours.key}`, 'content-type': 'image/png' };
      return (await secure.request<Data>({ method: 'POST', url: `/api/v1${path}`, headers, payload })).body.data;
    };
    return { ...secure, upload };
  }

  test('keeps the picture while another event shows it', async () => {
    const { ours, upload, draft, db, parts, ...secure } = await openSecure();
    const [event, other] = [await draft(), await draft()];
    const { cover_image_url: url } = await upload<EventData>(`/events/${event.id}/cover`, cover);
    const given = await ours.put<EventData>(`/events/${other.id}`, { cover_image_url: url });
    const copy = { title: 'Copy', start_datetime: event.start_datetime, capacity: 10, cover_image_url: url };
    const made = await ours.post<EventData>('/events', copy);
    expect([given, made].map(({ body }) => body.data.cover_image_url)).toEqual([url, url]);
    await ours.delete(`/events/${event.id}/cover`);
    await ours.delete(`/events/${other.id}/cover`);
    for (let look = 0; look < 3; look++) {
      secure.wait((KEEP_UNUSED_DAYS + 2) * DAY_SECONDS);
      await removeUnusedPictures(db, parts.files, { uses: [isLogo, isCover], now: secure.now() });
    }
    expect((await secure.readEvent(made.body.data.id)).cover_image_url).toBe(url);
    expect(await parts.files.read(url?.replace(`${SECURE_URL}/files/`, '') ?? '')).toBeDefined();
  });

  test('is stored as its address, and any other URL as it was sent', async () => {
    const { ours, upload, draft, db } = await openSecure();
    const { logo_url: url } = await upload<{ logo_url: string }>('/organization/logo', logo);
    const { cover_image_url: coverUrl } = await upload<EventData>(`/events/${(await draft()).id}/cover`, cover);
    const stored = async (sent: string | null | undefined) => {
      expect((await ours.put('/organization', { logo_url: sent })).body.data).toMatchObject({ logo_url: sent });
      const [row] = await db.query<{ logoUrl: string }>(sql`
        select logo_url from organizations where organization_id = ${ours.organizationId}`);
      return row?.logoUrl;
    };
    expect(await stored(url)).toBe(url.replace(SECURE_URL, '').replace('-480.png', ''));
    for (const other of [
      'https://cdn.example/logo.png',
      url.replace(SECURE_URL, 'https://cdn.example'),
      `https://cdn.example/?url=${url}`,
      `${url}?v=2`,
      url.replace('-480.png', '-240.webp'),
      coverUrl,
    ])
      expect(await stored(other)).toBe(other);
  });
});

describe('a picture that nothing shows', () => {
  test(`is removed after ${KEEP_UNUSED_DAYS} days, and not while a copy of the event shows it`, async () => {
    const event = await service.draft();
    const url = (await uploadCover(event, await drawing(500, 250).jpeg().toBuffer())).body.data.cover_image_url ?? '';
    const copy = (await service.ours.post<EventData>(`/events/${event.id}/duplicate`)).body.data;
    expect(copy.cover_image_url).toBe(url);
    await service.ours.delete(`/events/${event.id}/cover`);
    service.wait((KEEP_UNUSED_DAYS + 2) * DAY_SECONDS);
    await collect();
    service.wait((KEEP_UNUSED_DAYS + 2) * DAY_SECONDS);
    await collect();
    // Another instance, without a cache.
    const read = (one: string) => store.read(one.replace(`${PUBLIC_URL}/files/`, ''));
    expect(await read(url)).toBeDefined();
    await service.ours.put(`/events/${copy.id}`, { cover_image_url: 'https://cdn.example/other.jpg' });
    // Each picture is looked at once a day.
    service.wait(DAY_SECONDS);
    await collect();
    service.wait((KEEP_UNUSED_DAYS - 1) * DAY_SECONDS);
    await collect();
    expect(await read(url)).toBeDefined();
    service.wait(2 * DAY_SECONDS);
    await collect();
    expect(await read(url)).toBeUndefined();
    expect(await read(url.replace(/\d+\.jpg$/, '480.webp'))).toBeUndefined();
    expect((await rows()).map(({ address }) => url.includes(address))).not.toContain(true);
  });

  test('stays when it is uploaded again before that', async () => {
    const event = await service.draft();
    const bytes = await drawing(501, 250).jpeg().toBuffer();
    const url = (await uploadCover(event, bytes)).body.data.cover_image_url ?? '';
    await service.ours.delete(`/events/${event.id}/cover`);
    service.wait(2 * DAY_SECONDS);
    await collect();
    service.wait((KEEP_UNUSED_DAYS - 1) * DAY_SECONDS);
    await uploadCover(event, bytes);
    service.wait(2 * DAY_SECONDS);
    await collect();
    expect((await load(url)).status).toBe(200);
    expect((await rows()).find(({ address }) => url.includes(address))?.unusedSince).toBeNull();
    // Shown again since the last look at it, which was less than a day before its time was over.
    await service.ours.delete(`/events/${event.id}/cover`);
    service.wait(2 * DAY_SECONDS);
    await collect();
    service.wait((KEEP_UNUSED_DAYS - 0.2) * DAY_SECONDS);
    await collect();
    const address = url.replace(PUBLIC_URL, '').replace(/-\d+\.jpg$/, '');
    await service.db.query(sql`update events set cover_image_url = ${address} where id = ${event.id}`);
    service.wait(0.4 * DAY_SECONDS);
    await collect();
    expect(await store.read(url.replace(`${PUBLIC_URL}/files/`, ''))).toBeDefined();
  });

  test('leaves nothing behind when the server ended between row, files and event, or while removing', async () => {
    const event = await service.draft();
    const bytes = await drawing(502, 250).jpeg().toBuffer();
    const { write, remove } = store;
    const written: string[] = [];
    // The disk is full after the second file.
    store.write = async (name, content, type) => {
      if (written.length === 2) throw new Error('no space left');
      written.push(name);
      return write.call(store, name, content, type);
    };
    const failed = await uploadCover(event, bytes);
    store.write = write;
    expect([failed.status, failed.body.error.code]).toEqual([503, 'file_store_unavailable']);
    expect((await service.readEvent(event.id)).cover_image_url).toBeNull();
    // A write that had begun goes on.
    await expect.poll(() => Promise.all(written.map((name) => store.read(name)))).not.toContain(undefined);
    service.wait((KEEP_UNUSED_DAYS + 1) * DAY_SECONDS);
    store.remove = () => Promise.reject(new Error('away'));
    await expect(collect()).rejects.toThrow('away');
    store.remove = remove;
    // Its files may be gone at any moment, so it cannot be taken up again.
    expect(await uploadCover(event, bytes)).toMatchObject({ status: 503, body: { error: { code: 'overloaded' } } });
    await collect();
    expect(new Set(await Promise.all(written.map((name) => store.read(name))))).toEqual(new Set([undefined]));
    expect((await uploadCover(event, bytes)).status).toBe(200);
  });

  test('is removed although the store keeps the files of others, which are tried again after it', async () => {
    const { organizationId } = service.ours;
    const names = ['0', '1', '2', '3', '4'].map((digit) => `cover-${digit.repeat(32)}-480x320`);
    for (const [nth, name] of names.entries())
      await service.db.query(sql`
        insert into pictures (organization_id, address, is_removed, checked_at, created_at)
        values (${organizationId}, ${`/files/${organizationId}/${name}`}, true, ${new Date(nth)}, ${service.now()})`);
    const left = async () => {
      const addresses = (await rows()).map(({ address }) => address).join();
      return names.filter((name) => addresses.includes(name));
    };
    const locked = names.slice(0, 4);
    const { remove } = store;
    store.remove = (name) =>
      locked.some((one) => name.includes(one)) ? Promise.reject(new Error('locked')) : remove.call(store, name);
    await expect(collect()).rejects.toThrow('locked');
    expect(await left()).toEqual(names);
    await expect(collect()).rejects.toThrow('locked');
    expect(await left()).toEqual(locked);
    store.remove = remove;
    await collect();
    expect(await left()).toEqual([]);
  });
});

describe('GET /dashboard/api/brand-preview', () => {
  const preview = (what: string, headers: Record<string, string>) =>
    service.request({ method: 'GET', url: `/dashboard/api/brand-preview/${what}`, headers });

  test('shows a member what buyers would see with a colour that is not saved, in a frame of this site alone', async () => {
    await service.event({ title: 'Next night' });
    const { headers } = await openMember(service, { role: 'viewer' });
    for (const [what, words] of [
      ['shop', 'Next night'],
      ['mail', 'Sample event'],
      ['ticket', 'Sample event'],
    ] as const) {
      const { status, text, headers: given } = await preview(`${what}?color=%23B5179E`, headers);
      expect([what, status]).toEqual([what, 200]);
      expect(text).toContain(words);
      expect(text).toMatch(/(background|--fill):#B5179E/);
      expect(text).toContain('/logo-');
      expect(given['content-security-policy']).toContain("frame-ancestors 'self'");
      expect(given).not.toHaveProperty('x-frame-options');
    }
    expect((await preview('mail', headers)).text).not.toContain('cid:');
    expect((await service.ours.get('/organization')).body.data).toMatchObject({ color: null });
  });

  test('is of the member’s own organization, and of nobody else', async () => {
    const { headers } = await openMember(service, { organizationId: service.theirs.organizationId });
    const { text } = await preview('shop?organization=lakbay-concerts', headers);
    expect(text).toContain('Isla Events');
    expect(text).not.toContain('Next night');
    expect((await preview('shop', {})).status).toBe(401);
    expect((await preview('shop', key())).status).toBe(401);
    expect((await preview('shop?color=red;}body{', headers)).status).toBe(400);
    expect((await preview('poster', headers)).status).toBe(400);
  });
});
