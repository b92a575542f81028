import type { FastifyReply } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { setSessionCookie } from '../../platform/http/callers/session-cookie.ts';
import { readMe } from '../me/me.ts';
import { LASTS_SECONDS } from '../sessions/session.ts';
import type { LoggedIn } from './log-in.ts';

/** Sets the session cookie and answers with the user. */
export async function welcome(db: Database, reply: FastifyReply, { token, ...who }: LoggedIn) {
  setSessionCookie(reply, token, LASTS_SECONDS);
  return { data: await readMe(db, who) };
}
