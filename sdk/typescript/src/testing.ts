import type { Notification } from './generated/notifications.ts';
import { hmac, secretKey, toBase64, toHex } from './signatures.ts';

/** A notification as Takilya sends it. */
export interface SignedWebhook {
  body: string;
  headers: Record<string, string>;
}

type NotificationOf<Type extends Notification['type']> = Extract<Notification, { type: Type }>;

/** Signs a notification with your secret, as Takilya does, for tests of your receiver. */
export async function signWebhook<Type extends Notification['type']>(
  {
    type,
    data,
    id = crypto.randomUUID(),
    createdAt = new Date(),
  }: {
    type: Type;
    data: NotificationOf<Type>['data'];
    id?: string;
    createdAt?: Date;
  },
  secret: string,
  { nowSeconds = Date.now() / 1000 }: { nowSeconds?: number } = {},
): Promise<SignedWebhook> {
  const encoder = new TextEncoder();
  const body = JSON.stringify({ id, type, created_at: createdAt.toISOString(), data });
  const timestamp = String(Math.floor(nowSeconds));
  const signature = await hmac(secretKey(secret), encoder.encode(`${id}.${timestamp}.${body}`));
  const serviceSignature = await hmac(encoder.encode(secret), encoder.encode(body));
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${toBase64(signature)}`,
      'x-service-signature': toHex(serviceSignature),
    },
  };
}

/**
 * Pays a checkout as its buyer does, on the pages that a browser would show, for tests against a sandbox. It needs a
 * test organization, or a server whose `PAYMENT_PROVIDER` is `sandbox`, and a runtime that shows redirects (Node, Deno,
 * Bun). It fills in no field of the page: not where the event asks for consent, or requires names or answers.
 *
 * @returns the address that the buyer ends at: your `success_url` when it is paid, or costs nothing
 */
export async function payInSandbox(
  { checkout_url: page }: { checkout_url: string },
  { paymentMethod = 'GCASH', outcome = 'authorize' }: { paymentMethod?: string; outcome?: 'authorize' | 'fail' } = {},
): Promise<string> {
  const next = await redirectOf(`${page}/pay`, { payment_method: paymentMethod });
  // A checkout that costs nothing is confirmed at once.
  if (next.searchParams.has('checkout_id')) return next.href;
  if (next.origin !== new URL(page).origin)
    throw new Error(`${next.origin} is not the sandbox: it takes real payments`);
  const back = await redirectOf(next.href, { outcome });
  return (await redirectOf(back.href)).href;
}

async function redirectOf(address: string, form?: Record<string, string>): Promise<URL> {
  const response = await fetch(address, {
    redirect: 'manual',
    ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
  });
  const location = response.headers.get('location');
  if (location === null) throw new Error(`${address} answered ${response.status} without a redirect`);
  return new URL(location, address);
}
