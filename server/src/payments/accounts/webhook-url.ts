import type { ProviderName } from '../../values/provider-name.ts';
import type { Uuid } from '../../values/uuid.ts';

/** The URL to which a provider sends webhooks about an organization's payments. */
export const webhookUrl = (publicUrl: string, provider: ProviderName, organizationId: Uuid): string =>
  `${publicUrl}/payments/${provider}/${organizationId}/webhooks`;
