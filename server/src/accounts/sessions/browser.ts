import Bowser from 'bowser';
import type { FastifyRequest } from 'fastify';
import { readDeviceCookie } from '../devices/device-cookie.ts';

/** The longest header of a usual browser has 250 characters; what follows names no browser. */
const MAX_USER_AGENT_LENGTH = 300;

/** The browser that sent a request, as far as it can be known. */
export interface Browser {
  /** IP address of the request. */
  address: string;
  /** The User-Agent header, which a client can set to any text. Empty if the request had none. */
  userAgent: string;
  /** The token of its device cookie. */
  device: string | undefined;
}

export const browserOf = (request: FastifyRequest): Browser => ({
  address: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH),
  device: readDeviceCookie(request),
});

const BROWSERS = new Set<string>(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS = new Set<string>(Object.values(Bowser.OS_MAP));

/**
 * Names of the browser and the system; null: not known. Only names of the library's lists are returned, because the
 * header is text of a stranger and the names stand in pages and e-mails.
 */
export function namesOf(userAgent: string): { browser: string | null; system: string | null } {
  if (userAgent === '') return { browser: null, system: null };
  const { browser, os } = Bowser.parse(userAgent);
  return { browser: knownName(BROWSERS, browser.name), system: knownName(SYSTEMS, os.name) };
}

const knownName = (names: Set<string>, name: string | undefined) =>
  name !== undefined && names.has(name) ? name : null;
