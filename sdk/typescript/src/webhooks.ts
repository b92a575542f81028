import type { Notification } from './generated/notifications.ts';
import { equalInConstantTime, hmac, secretKey, toBase64, toHex } from './signatures.ts';

/** Headers as `Request` has them, or as Node, Express or a function of a cloud gives them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface WebhookCheck {
  /** How far the time of a notification may be off. Default: 300. */
  toleranceSeconds?: number;
  /** Default: the time now. */
  nowSeconds?: number;
}

/** Each try is signed anew, so a notification is never older than its way takes and the clocks differ. */
const TOLERANCE_SECONDS = 300;

/** The notification is not from Takilya, or not of now. Answer 401. */
export class UnverifiedWebhook extends Error {
  override readonly name = 'UnverifiedWebhook';
  readonly reason: 'no_signature' | 'wrong_signature' | 'wrong_time';

  constructor(reason: UnverifiedWebhook['reason']) {
    super(`The webhook cannot be trusted: ${reason}`);
    this.reason = reason;
  }
}

/**
 * Checks the header `webhook-signature` and parses the notification.
 *
 * @param body the bytes, or the text, as received: parsing and writing JSON again changes it
 * @param secret `whsec_…`; while you rotate it, the old and the new one
 * @throws UnverifiedWebhook
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, nowSeconds = Date.now() / 1000 }: WebhookCheck = {},
): Promise<Notification> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (id === undefined || timestamp === undefined || signatures === undefined)
    throw new UnverifiedWebhook('no_signature');
  if (!/^\d+$/.test(timestamp) || Math.abs(nowSeconds - Number(timestamp)) > toleranceSeconds)
    throw new UnverifiedWebhook('wrong_time');
  const signed = concatenated(bytesOf(`${id}.${timestamp}.`), bytesOf(body));
  const given = signatures.split(' ');
  for (const one of [secret].flat()) {
    const expected = `v1,${toBase64(await hmac(secretKey(one), signed))}`;
    if (given.some((signature) => equalInConstantTime(signature, expected))) return parsed(body);
  }
  throw new UnverifiedWebhook('wrong_signature');
}

/**
 * Checks the header `X-Service-Signature` instead, for receivers that lose the others on the way. It does not cover the
 * time, so a copy can be sent again later: keep the ids that you have handled.
 *
 * @throws UnverifiedWebhook
 */
export async function verifyServiceSignature(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
): Promise<Notification> {
  const given = headerOf(headers, 'x-service-signature');
  if (given === undefined) throw new UnverifiedWebhook('no_signature');
  for (const one of [secret].flat())
    if (equalInConstantTime(given, toHex(await hmac(bytesOf(one), bytesOf(body))))) return parsed(body);
  throw new UnverifiedWebhook('wrong_signature');
}

const bytesOf = (text: string | Uint8Array): Uint8Array =>
  typeof text === 'string' ? new TextEncoder().encode(text) : text;

const parsed = (body: string | Uint8Array): Notification =>
  JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));

function concatenated(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  // Not `instanceof`: a framework may bring its own `Headers`.
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([known]) => known.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : value?.[0];
}
