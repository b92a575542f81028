import type { FastifyReply } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { setSessionCookie } from '../../platform/http/callers/session-cookie.ts';
import { setDeviceCookie } from '../devices/device-cookie.ts';
import { readMe } from '../me/me.ts';
import { LASTS_SECONDS } from '../sessions/session.ts';
import type { LoggedIn } from '../sessions/start-session.ts';

/** Logs the new session, sets the cookies of it and the device, and answers with the user. */
export async function welcome(db: Database, reply: FastifyReply, { token, deviceToken, ...who }: LoggedIn) {
  const { ip } = reply.request;
  reply.log.info({ securityEvent: 'logged_in', ip, ...who }, 'security: logged in');
  setSessionCookie(reply, token, LASTS_SECONDS);
  setDeviceCookie(reply, deviceToken);
  return { data: await readMe(db, who) };
}
