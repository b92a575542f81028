import type { FastifyReply, FastifyRequest } from 'fastify';
import { readTokenCookie, setTokenCookie } from '../../platform/http/callers/token-cookie.ts';
import { KNOWN_FOR_SECONDS } from './device.ts';

const DEVICE_COOKIE = '__Host-takilya-device';

export const readDeviceCookie = (request: FastifyRequest): string | undefined =>
  readTokenCookie(request, DEVICE_COOKIE);

/** Stays when the session ends. Only requests from our own pages bring it. */
export const setDeviceCookie = (reply: FastifyReply, token: string) =>
  setTokenCookie(reply, { name: DEVICE_COOKIE, token, maxAgeSeconds: KNOWN_FOR_SECONDS, sameSite: 'Strict' });
