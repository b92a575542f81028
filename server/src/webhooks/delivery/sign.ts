import { createHmac } from 'node:crypto';
import type { Uuid } from '../../values/uuid.ts';
import { SECRET_PREFIX } from '../webhook.ts';

export interface Secrets {
  secret: string;
  /** The secret before a rotation, while it is still valid; otherwise null. */
  previous: string | null;
}

/**
 * The signature headers of one attempt. `X-Service-Signature` is defined by the contract and has one value, so while
 * two secrets are valid it uses the old one, which every receiver has. `webhook-signature` follows Standard Webhooks:
 * one signature per valid secret. It covers the time of the attempt, so that a receiver can reject replays.
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

/** The key is the secret as shown to the organizer, including the prefix. */
const serviceSignature = (body: Buffer, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');

/** The key is the decoded base64 of the secret. */
const standardSignature = (body: Buffer, id: Uuid, timestamp: string, secret: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'))
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest('base64');
