import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { UnverifiedWebhook } from '../../payments/provider-errors.ts';
import type { PaymentProviders } from '../../payments/providers.ts';
import { paymentRefusals } from '../../payments/refusals.ts';
import type { Database } from '../../platform/database/database.ts';
import { connectionRefusals } from '../../platform/refusals/request-refusals.ts';
import type { Clock } from '../../values/clock.ts';
import { PROVIDER_NAMES } from '../../values/provider-name.ts';
import { isUuid } from '../../values/uuid.ts';
import { receivePaymentWebhook } from './receive-payment-webhook.ts';

interface WebhookRoutesOptions {
  config: Config;
  db: Database;
  clock: Clock;
  providers: PaymentProviders;
}

/** The largest webhook, a session with its payments, has a few KB. */
const MAX_WEBHOOK_BYTES = 262_144;
/** Providers repeat webhooks by schedules of their own; few read this header. */
const RETRY_AFTER_SECONDS = 60;

/**
 * The webhook endpoints of payment providers: one URL per organization and provider. No API key: each webhook carries a
 * proof of its own.
 */
export async function paymentWebhookRoutes(
  app: FastifyInstance,
  { config, db, clock, providers }: WebhookRoutesOptions,
) {
  app.removeAllContentTypeParsers();
  // The signature covers the bytes as received.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.post<{ Params: { provider: string; organization: string } }>(
    '/payments/:provider/:organization/webhooks',
    { schema: { hide: true }, bodyLimit: MAX_WEBHOOK_BYTES },
    async ({ params, headers, body, log }) => {
      const name = PROVIDER_NAMES.find((candidate) => candidate === params.provider);
      if (!name || !isUuid(params.organization)) throw connectionRefusals.page_not_found();
      const provider = providers.named(name);
      if (!provider.readWebhook) throw connectionRefusals.page_not_found();
      const organizationId = params.organization.toLowerCase();
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      const now = clock.now();
      try {
        const webhook = await provider.readWebhook({ organizationId, headers, body: bytes, now });
        const parts = { holdSeconds: config.checkoutHoldSeconds, now, log };
        if (webhook) await receivePaymentWebhook(db, provider, { organizationId, webhook, ...parts });
      } catch (error) {
        // Unknown organizations get the same answer, so it does not reveal which ones exist.
        if (error instanceof UnverifiedWebhook) throw paymentRefusals.webhook_not_verified();
        log.warn({ err: error, provider: provider.name }, 'payment webhook not processed; the provider repeats it');
        throw paymentRefusals.payment_not_read({ retry_after_seconds: RETRY_AFTER_SECONDS });
      }
      return { data: { received: true } };
    },
  );
}
