import type { GoogleWallet } from '../../config/google-wallet-settings.ts';
import { readLimited } from '../../platform/work/read-limited.ts';
import { whyNoAnswer } from '../../platform/work/why-no-answer.ts';
import type { Clock } from '../../values/clock.ts';
import { jsonIn } from '../../values/json-in.ts';
import { signedToken, unsignedToken } from './google-token.ts';
import { PushRefused } from './wallet-service.ts';

/** An answer takes a fifth of a second. */
const TIMEOUT_MS = 5_000;
/** Google answers with the whole object: a few KB. */
const MAX_ANSWER_BYTES = 262_144;
const USER_AGENT = 'Takilya/1 (wallets)';
const SCOPE = 'https://www.googleapis.com/auth/wallet_object.issuer';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** The longest that Google allows. */
const GRANT_SECONDS = 3_600;
/** An access token is not used in its last minute, so that none ends on its way. */
const LAST_SECONDS = 60;
/** Refusals that another time changes: of the access token, of a slow request, of too many. */
const PASSING = new Set([401, 408, 429]);
const WORD = /^\w{1,50}$/;

interface Options {
  account: GoogleWallet;
  /** URL of the Google Wallet API. */
  url: string;
  /** URL of the service that gives access tokens. */
  tokenUrl: string;
  clock: Clock;
  timeoutMs?: number;
}

interface Access {
  token: string;
  endsAt: number;
}

interface Answer {
  status: number;
  json: unknown;
}

/**
 * The Google Wallet API, as the service account of the issuer. Errors and logs have no token and nothing of a buyer.
 */
export class GoogleClient {
  readonly #options: Options;
  readonly #closed = new AbortController();
  /** One access token for all requests; requests that come while it is fetched wait for it. */
  #access: Promise<Access> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Changes what Google has at `path`. An object that Google does not have, because its ticket was never saved, needs
   * no change.
   * @throws PushRefused when Google does not take the change; any other error says that it may later
   */
  async patch(path: string, changes: object): Promise<void> {
    const access = await this.#validAccess();
    let answer = await this.#patch(path, changes, access);
    if (answer.status === 401) answer = await this.#patch(path, changes, await this.#validAccess(access));
    const { status, json } = answer;
    if (status === 404 || (status >= 200 && status < 300)) return;
    const said = `Google Wallet answered PATCH ${path} with ${status} ${reasonIn(json)}`.trim();
    throw status >= 400 && status < 500 && !PASSING.has(status) ? new PushRefused(said) : new Error(said);
  }

  /** Aborts what is in progress. */
  close(): void {
    this.#closed.abort();
  }

  #patch(path: string, changes: object, { token }: Access): Promise<Answer> {
    return this.#ask('Google Wallet', this.#options.url + path, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(changes),
    });
  }

  /** An access that has not ended, and that Google has not `refused`. */
  async #validAccess(refused?: Access): Promise<Access> {
    const held = this.#access;
    if (held) {
      const access = await held;
      if (access !== refused && this.#options.clock.now().getTime() < access.endsAt) return access;
      if (this.#access === held) this.#access = undefined;
    }
    this.#access ??= this.#fetchAccess().catch((error) => {
      this.#access = undefined;
      throw error;
    });
    return this.#access;
  }

  /** Exchanges a token that the service account signed for an access token, which lasts an hour. */
  async #fetchAccess(): Promise<Access> {
    const { account, tokenUrl, clock } = this.#options;
    const nowMs = clock.now().getTime();
    const iat = Math.floor(nowMs / 1_000);
    const claims = { iss: account.email, scope: SCOPE, aud: tokenUrl, iat, exp: iat + GRANT_SECONDS };
    const assertion = signedToken(unsignedToken(claims), account);
    const { status, json } = await this.#ask("Google's token service", tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: GRANT, assertion }),
    });
    const { access_token: token, expires_in: seconds } = (json ?? {}) as Record<string, unknown>;
    if (status !== 200 || typeof token !== 'string' || typeof seconds !== 'number')
      throw new Error(`Google's token service answered ${status} ${reasonIn(json)}`.trim());
    return { token, endsAt: nowMs + (seconds - LAST_SECONDS) * 1_000 };
  }

  async #ask(name: string, url: string, request: RequestInit): Promise<Answer> {
    const { timeoutMs = TIMEOUT_MS } = this.#options;
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), this.#closed.signal]);
    try {
      const headers = { accept: 'application/json', 'user-agent': USER_AGENT, ...request.headers };
      const response = await fetch(url, { ...request, headers, redirect: 'manual', signal });
      return { status: response.status, json: jsonIn(await readLimited(response, MAX_ANSWER_BYTES)) };
    } catch (error) {
      throw new Error(`${name} did not answer: ${whyNoAnswer(error, signal)}`);
    }
  }
}

/**
 * The word in `{"error":{"status":"…"}}`, or in `{"error":"…"}` of tokens. The sentence beside it may quote a buyer's
 * name.
 */
function reasonIn(json: unknown): string {
  const error = (json as { error?: unknown } | undefined)?.error;
  const word = typeof error === 'string' ? error : (error as { status?: unknown } | undefined)?.status;
  return typeof word === 'string' && WORD.test(word) ? word : '';
}
