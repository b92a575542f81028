import type { FastifyReply } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import type { Language } from '../../values/language.ts';
import { dateAndTimeIn } from '../../values/local-time.ts';
import { sharePicture } from '../share-picture.ts';
import type { ShopEvent } from '../shop-event.ts';

/** Below the address of an event. */
export const SHARE_PICTURE = 'share.png';
/** Messengers keep the picture much longer anyway. */
const MAX_AGE_SECONDS = 3_600;

/** Sends the picture that messengers show with the link of an event without a cover. */
export async function sendSharePicture(db: Database, reply: FastifyReply, event: ShopEvent, language: Language) {
  const { title, organizer, timeZone, startDatetime, venueName, city } = event;
  const place = [venueName, city].filter(Boolean).join(', ');
  const lines = [dateAndTimeIn(language, timeZone, startDatetime), ...(place ? [place] : [])];
  const png = await sharePicture(db, { title, lines, organizer: organizer.name, color: organizer.color });
  return reply
    .headers({ 'cache-control': `public, max-age=${MAX_AGE_SECONDS}`, 'x-robots-tag': 'noindex' })
    .type('image/png')
    .send(png);
}
