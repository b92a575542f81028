import type { FastifyReply, FastifyRequest } from 'fastify';
import { readTokenCookie, setCookie } from '../../platform/http/cookies.ts';
import { KNOWN_FOR_SECONDS } from './device.ts';

const DEVICE_COOKIE = '__Host-takilya-device';

export const readDeviceCookie = (request: FastifyRequest): string | undefined =>
  readTokenCookie(request, DEVICE_COOKIE);

/** Stays when the session ends. Only requests from our own pages bring it. */
export const setDeviceCookie = (reply: FastifyReply, token: string) =>
  setCookie(reply, {
    name: DEVICE_COOKIE,
    value: token,
    maxAgeSeconds: KNOWN_FOR_SECONDS,
    sameSite: 'Strict',
    isSecure: true,
  });
