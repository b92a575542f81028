import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../accounts/throttle/throttle.ts';
import type { Config } from '../../config/config.ts';
import type { PaymentProviders } from '../../payments/providers.ts';
import type { Database } from '../../platform/database/database.ts';
import { perStore } from '../../platform/database/per-database.ts';
import { queryOf, repeated, withQuery } from '../../platform/http/pages/address-query.ts';
import { answerErrorsWithPages } from '../../platform/http/pages/error-pages.ts';
import { moved } from '../../platform/http/pages/moved.ts';
import { sendPage } from '../../platform/http/pages/page.ts';
import { languageOf } from '../../platform/http/pages/page-language.ts';
import { readForms } from '../../platform/http/pages/read-forms.ts';
import { Allowances } from '../../platform/work/allowances.ts';
import { getTicketKey } from '../../tickets/ticket-key.ts';
import type { Clock } from '../../values/clock.ts';
import { roomPath, shopPath, slugTyped } from '../../values/slug.ts';
import { readRoom, type ShownRoom } from '../read-room.ts';
import { roomRefusals } from '../refusals.ts';
import { parseReturnAddress, withAdmission } from '../return-address.ts';
import { readRoomToken, writeRoomToken } from '../room-token.ts';
import { standingOf } from '../standing.ts';
import { takePlace } from '../take-place.ts';
import { readRoomCookie, setRoomCookie } from './room-cookies.ts';
import { roomPage } from './room-page.ts';

interface PageOptions {
  config: Config;
  db: Database;
  clock: Clock;
  providers: PaymentProviders;
  publicUrl: () => string;
}

interface RoomRequest {
  Params: { organization: string; event: string };
  Querystring: { return_to?: unknown; joined?: unknown };
}

/** In addresses of the room, and for it alone. A cookie keeps the language. */
const OF_ROOM = ['return_to', 'joined', 'lang'];

/**
 * Places from one network address. Behind one address of a mobile network are thousands of people; a program that wants
 * a large share of a draw gets 3,600 places in an hour.
 */
const PLACES_OF_ADDRESS = { most: 120, everySeconds: 1, names: 50_000 };
const placesOf = perStore(() => new Allowances(PLACES_OF_ADDRESS));

/** The waiting room of each event: public pages, without a key and without JavaScript. */
export async function roomPages(app: FastifyInstance, parts: PageOptions) {
  const { config, db, clock, providers, publicUrl } = parts;
  await readForms(app);
  answerErrorsWithPages(app);

  /** @throws Refusal room_not_found, return_to_not_allowed */
  async function asked({ params, query, url }: FastifyRequest<RoomRequest>, now: Date) {
    const room = await readRoom(db, [slugTyped(params.organization), slugTyped(params.event)], now);
    if (!room) throw roomRefusals.room_not_found();
    const allowed = { ...room, sites: room.organizer.embedSites, publicUrl: publicUrl() };
    const returnTo = parseReturnAddress(query.return_to, allowed);
    const path = roomPath(room.organizationSlug, room.slug);
    // What a link to the event has, such as a promo code, goes on to its page.
    const sent = new URLSearchParams(queryOf(url));
    for (const name of OF_ROOM) sent.delete(name);
    const link = repeated(sent.toString());
    const kept = Object.fromEntries(new URLSearchParams(link));
    const shop = withQuery(shopPath(room.organizationSlug, room.slug), link);
    const addressOf = (more: Record<string, string> = {}) =>
      withQuery(
        path,
        new URLSearchParams({ ...kept, ...(returnTo && { return_to: returnTo.href }), ...more }).toString(),
      );
    return { room, returnTo, path, shop, addressOf };
  }

  /** How the visitor of this browser stands; undefined without a place. */
  async function visitorOf(request: FastifyRequest, room: ShownRoom, now: Date) {
    const { organizationId, eventId, line } = room;
    const cookie = readRoomCookie(request, 'place', eventId);
    if (!cookie || !line) return undefined;
    const { roomKey: key } = await getTicketKey(db, config.secretsKeys, organizationId);
    const place = readRoomToken(cookie, { kind: 'place', eventId }, key);
    if (!place) return undefined;
    const { number } = place;
    return { number, key, standing: await standingOf(db, room, { line, number, key, now }) };
  }

  app.get<RoomRequest>('/room/:organization/:event', async (request, reply) => {
    const now = clock.now();
    const { room, returnTo, path, shop, addressOf } = await asked(request, now);
    if (request.url.split('?', 1)[0] !== path) return moved(reply, addressOf());
    if (!room.enabled) return leave(reply, returnTo?.href ?? shop);
    const { number = 0, key, standing } = (await visitorOf(request, room, now)) ?? {};
    if (key && standing?.state === 'turn') {
      const { position, until } = standing;
      const turn = { eventId: room.eventId, number: position, until: Math.floor(until.getTime() / 1_000) };
      const pass = writeRoomToken({ kind: 'pass', ...turn }, key);
      setRoomCookie(reply, 'pass', room.eventId, pass);
      return leave(reply, returnTo ? withAdmission(returnTo, pass) : shop);
    }
    const language = languageOf(request);
    const isCookieMissing = request.query.joined !== undefined && !standing;
    const shown = standing?.state === 'turn' ? undefined : standing;
    const action = addressOf();
    return sendPage(reply, {
      ...roomPage({ room, standing: shown, number, isCookieMissing, action, shop, language, now }),
      language,
      brand: room.organizer,
      sites: room.organizer.embedSites,
      isSandbox: await providers.takesNoMoney(room.organizationId),
      formTargets: [publicUrl(), ...(returnTo ? [returnTo.origin] : [])],
    });
  });

  /** Gives a place. A visitor who waits or has a turn keeps the one they have. */
  app.post<RoomRequest>('/room/:organization/:event', async (request, reply) => {
    const now = clock.now();
    const { room, addressOf } = await asked(request, now);
    const visitor = await visitorOf(request, room, now);
    if (room.enabled && (!visitor || visitor.standing.state === 'over')) {
      countPlace(db, request.ip, now);
      const { organizationId, eventId } = room;
      const { roomKey: key } = await getTicketKey(db, config.secretsKeys, organizationId);
      const number = await takePlace(db, { organizationId, eventId, now });
      setRoomCookie(reply, 'place', eventId, writeRoomToken({ kind: 'place', eventId, number, until: 0 }, key));
    }
    return leave(reply, addressOf({ joined: '1' }));
  });
}

/** No cache keeps where a visitor goes, and the next site learns nothing from the address of the room. */
const leave = (reply: FastifyReply, address: string) =>
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(address, 303);

function countPlace(db: Database, address: string, now: Date) {
  const waitSeconds = placesOf(db).take(networkOf(address), now);
  if (waitSeconds > 0) throw roomRefusals.too_many_visitors({ retry_after_seconds: waitSeconds });
}
