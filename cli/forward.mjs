import { createHmac } from 'node:crypto';
import { reasonOf } from './api.mjs';

/** As long as the service waits for an endpoint. */
const TIMEOUT_MS = 15_000;
const PREFIX = 'whsec_';

/** The secret is the same in each run with this key and does not reveal the key. */
export const signingSecret = (key) => PREFIX + createHmac('sha256', 'takilya listen').update(key).digest('base64');

/** The headers of a webhook of the service: docs/webhooks.md has both signatures. */
function signedHeaders(body, id, secret, at = new Date()) {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const bytes = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', bytes).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': 'Takilya/1 (webhooks)',
    'X-Service-Signature': createHmac('sha256', secret).update(body).digest('hex'),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

/**
 * Sends the notification once.
 * @returns {Promise<{ status?: number, problem?: string }>} the status of the answer; `problem` when it was not
 * accepted
 */
export async function send(address, { cursor: _, ...notification }, secret, signal) {
  const body = JSON.stringify(notification);
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: signedHeaders(body, notification.id, secret),
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await response.arrayBuffer();
    const { status, ok } = response;
    return ok ? { status } : { status, problem: `answered ${status}` };
  } catch (error) {
    return { problem: `did not answer (${reasonOf(error)})` };
  }
}
