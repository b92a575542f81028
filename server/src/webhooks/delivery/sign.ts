import { createHmac } from 'node:crypto';
import type { Uuid } from '../../values/uuid.ts';
import { SECRET_PREFIX } from '../webhook.ts';

export interface Secrets {
  secret: string;
  /** Replaced less than 24 hours ago and still good; null without. */
  previous: string | null;
}

/**
 * What proves a delivery, for one try. `X-Service-Signature` is the contract's: one value, so while two secrets are
 * good it
 * stays on the old one, which every receiver has. `webhook-signature` is Standard Webhooks': one for each good secret,
 * over
 * the time of the try too, which lets a receiver refuse replayed requests.
 */
export function signatureHeaders(body: Buffer, id: Uuid, at: Date, { secret, previous }: Secrets) {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const secrets = previous === null ? [secret] : [secret, previous];
  return {
    'X-Service-Signature': serviceSignature(body, previous ?? secret),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((one) => `v1,${standardSignature(body, id, timestamp, one)}`).join(' '),
  };
}

/** The key is the secret as it was shown, prefix and all. */
const serviceSignature = (body: Buffer, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');

/** The key is the bytes that the secret's base64 stands for. */
const standardSignature = (body: Buffer, id: Uuid, timestamp: string, secret: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'))
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest('base64');
