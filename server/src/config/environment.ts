import { readFileSync } from 'node:fs';
import { LOCAL_HOSTS } from '../values/local-hosts.ts';

/**
 * Reads settings by their names. An invalid setting adds a problem and reads as its fallback, so that all problems are
 * found in one pass.
 */
export class Environment {
  readonly problems: string[] = [];
  readonly #variables: NodeJS.ProcessEnv;

  constructor(variables: NodeJS.ProcessEnv) {
    this.#variables = variables;
  }

  /**
   * @returns null when it is not set. Empty counts as unset: `DATABASE_URL= npm start` is a common way to unset one.
   */
  text(name: string): string | null {
    return this.#variables[name]?.trim() || null;
  }

  has(name: string): boolean {
    return this.text(name) !== null;
  }

  /** The content of a file that the setting names. @returns null when it is not set, or cannot be read */
  file(name: string): Buffer | null {
    const path = this.text(name);
    if (path === null) return null;
    try {
      return readFileSync(path);
    } catch (error) {
      this.refuse(name, `name a file that can be read, not "${path}" (${(error as NodeJS.ErrnoException).code})`);
      return null;
    }
  }

  /** @param rule continues the sentence "<name> must …" */
  refuse(name: string, rule: string) {
    this.problems.push(`${name} must ${rule}`);
  }

  integer(name: string, fallback: number, { from, to }: { from: number; to: number }): number {
    const value = this.text(name);
    if (value === null) return fallback;
    if (/^\d+$/.test(value) && Number(value) >= from && Number(value) <= to) return Number(value);
    this.refuse(name, `be an integer from ${from} to ${to}, not "${value}"`);
    return fallback;
  }

  /** A number from 0 to 1, such as 0.25. */
  share(name: string, fallback: number): number {
    const value = this.text(name);
    if (value === null) return fallback;
    if (/^\d+(\.\d+)?$/.test(value) && Number(value) <= 1) return Number(value);
    this.refuse(name, `be a number from 0 to 1, not "${value}"`);
    return fallback;
  }

  choice<Value extends string>(name: string, values: readonly Value[], fallback: Value): Value {
    const value = this.text(name);
    if (value === null) return fallback;
    const found = values.find((candidate) => candidate === value);
    if (!found) this.refuse(name, `be one of ${values.join(', ')}, not "${value}"`);
    return found ?? fallback;
  }

  /** `1` or `0`. */
  flag(name: string, fallback: boolean): boolean {
    return this.choice(name, ['0', '1'], fallback ? '1' : '0') === '1';
  }

  /** @returns null when it is not set */
  url(name: string, protocols: readonly string[]): string | null {
    const value = this.text(name);
    if (value === null || protocols.includes(URL.parse(value)?.protocol ?? '')) return value;
    // The value is not repeated, because a database URL contains a password.
    this.refuse(name, `be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
    return null;
  }

  /**
   * The URL of a provider's API. Secrets are sent to it, so it must be https, except for a stand-in on this machine. It
   * has no final slash.
   */
  apiUrl(name: string, fallback: string): string {
    const url = withoutSlashAtEnd(this.url(name, HTTP) ?? fallback);
    if (url.startsWith('http:') && !LOCAL_HOSTS.has(new URL(url).hostname))
      this.refuse(name, 'be a URL that starts with https://');
    return url;
  }

  /** The URL of a server that may require a login. The user and password in the URL are percent-decoded on connect. */
  serverUrl(name: string, protocols: readonly string[]): string | null {
    const value = this.url(name, protocols);
    if (value === null) return null;
    const parsed = new URL(value);
    if (!namesHost(parsed)) this.refuse(name, `name a host: ${protocols[0]}//user:password@host`);
    // A password ends at a bare slash: the rest of it, with the @ before the host, is then read as the path.
    if (!isPercentEncoded(parsed.username + parsed.password) || parsed.pathname.includes('@'))
      this.refuse(name, 'have its user and password percent-encoded: in them a % is %25, an @ is %40 and a / is %2F');
    return value;
  }
}

export const HTTP = ['http:', 'https:'];

export const withoutSlashAtEnd = (url: string): string => url.replace(/\/+$/, '');

/** PostgreSQL on this machine may be given by its socket: `postgres:///tickets?host=/var/run/postgresql`. */
const namesHost = ({ hostname, protocol, searchParams }: URL) =>
  hostname !== '' || (protocol.startsWith('postgres') && Boolean(searchParams.get('host')));

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
