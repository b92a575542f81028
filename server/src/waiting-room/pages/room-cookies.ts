import type { FastifyReply, FastifyRequest } from 'fastify';
import { readTokenCookie, setPageCookie } from '../../platform/http/cookies.ts';
import type { Uuid } from '../../values/uuid.ts';
import { TURN_SECONDS } from '../line.ts';

/** Longer than any line: a visitor may get in line days before the opening. */
const PLACE_SECONDS = 14 * 86_400;

const LASTS = { place: PLACE_SECONDS, pass: TURN_SECONDS } as const;

/** The cookie of a visitor's place in line, or of their pass: one for each event. */
type Kind = keyof typeof LASTS;
const nameOf = (kind: Kind, eventId: Uuid) => `${kind}_${eventId}`;

export const readRoomCookie = (request: FastifyRequest, kind: Kind, eventId: Uuid): string | undefined =>
  readTokenCookie(request, nameOf(kind, eventId));

export const setRoomCookie = (reply: FastifyReply, kind: Kind, eventId: Uuid, token: string) =>
  setPageCookie(reply, { name: nameOf(kind, eventId), value: token, maxAgeSeconds: LASTS[kind] });
