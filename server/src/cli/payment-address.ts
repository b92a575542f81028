import type { Config } from '../config/config.ts';
import { webhookUrl } from '../payments/accounts/webhook-url.ts';
import type { ProviderName } from '../values/provider-name.ts';
import type { Uuid } from '../values/uuid.ts';

/**
 * The URL for a provider's webhooks without a running server: with PUBLIC_URL, or the default address of `npm start`.
 */
export const configuredWebhookUrl = ({ publicUrl, port }: Config, provider: ProviderName, organizationId: Uuid) =>
  webhookUrl(publicUrl ?? `http://localhost:${port}`, provider, organizationId);
