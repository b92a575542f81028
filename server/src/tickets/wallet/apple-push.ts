import assert from 'node:assert';
import { type ClientHttp2Session, connect } from 'node:http2';
import type { ApplePasses } from '../../config/wallet-settings.ts';
import type { ClaimedPush } from './push-queries.ts';
import type { WalletService } from './wallet-service.ts';

/** An answer takes a tenth of a second. */
const PUSH_TIMEOUT_MS = 10_000;
/** An idle connection is closed: Apple's asks for few connections, not for eternal ones. */
const IDLE_MS = 60_000;
/** Streams of one connection: Apple allows a thousand, and the passes are fetched from this server next. */
const MAX_IN_PROGRESS = 50;
/** Answers are `{"reason":"…"}`. */
const MAX_ANSWER_CHARACTERS = 1_000;
/** The phone has removed the pass, or the token is of something else. */
const UNREACHABLE = new Set(['BadDeviceToken', 'DeviceTokenNotForTopic', 'Unregistered', 'ExpiredToken']);

interface Options {
  url: string;
  signing: ApplePasses;
  /** An authority to trust beside those of Node. */
  ca?: string;
  timeoutMs?: number;
}

/**
 * Tells phones through Apple's push service that one of their passes changed. A push says nothing else: the phone then
 * asks this server which. One HTTP/2 connection serves all of them; it proves itself with the certificate of the
 * passes.
 */
export class ApplePush implements WalletService {
  readonly wallet = 'apple';
  readonly maxInProgress = MAX_IN_PROGRESS;
  readonly #options: Options;
  #session: ClientHttp2Session | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** @returns false: the phone has removed the pass. @throws Error when the push has to be repeated */
  async push({ pushToken }: Pick<ClaimedPush, 'pushToken'>): Promise<boolean> {
    assert(pushToken !== null, 'every phone has a token');
    const { status, reason } = await this.#send(pushToken);
    if (status === 200) return true;
    if (status === 410 || UNREACHABLE.has(reason)) return false;
    throw new Error(`Apple's push service answered ${status} ${reason}`.trim());
  }

  close(): void {
    this.#session?.destroy();
  }

  #send(token: string): Promise<{ status: number; reason: string }> {
    return new Promise((resolve, reject) => {
      const path = `/3/device/${token}`;
      const session = this.#connected();
      const stream = session.request({
        ':method': 'POST',
        ':path': path,
        'apns-topic': this.#options.signing.passTypeId,
      });
      let status = 0;
      let text = '';
      stream.setEncoding('utf8');
      stream.setTimeout(this.#options.timeoutMs ?? PUSH_TIMEOUT_MS, () => {
        // The connection may be dead without having been closed: the next push has a new one.
        session.close();
        stream.destroy(new Error("Apple's push service did not answer in time"));
      });
      stream.on('response', (headers) => {
        status = Number(headers[':status']);
      });
      stream.on('data', (part: string) => {
        if (text.length < MAX_ANSWER_CHARACTERS) text += part;
      });
      stream.on('error', reject);
      stream.on('close', () => {
        if (status === 0) reject(new Error("Apple's push service closed the connection"));
        else resolve({ status, reason: reasonIn(text) });
      });
      stream.end('{}');
    });
  }

  #connected(): ClientHttp2Session {
    const open = this.#session;
    if (open && !open.closed && !open.destroyed) return open;
    const { url, signing, ca } = this.#options;
    const session = connect(url, {
      key: signing.key,
      cert: signing.certificate + signing.issuer,
      ...(ca ? { ca } : {}),
    });
    // Every request in progress fails with the same error.
    session.on('error', () => session.destroy());
    session.setTimeout(IDLE_MS, () => session.close());
    this.#session = session;
    return session;
  }
}

function reasonIn(text: string): string {
  try {
    return String((JSON.parse(text) as { reason?: unknown }).reason ?? '');
  } catch {
    return '';
  }
}
