import type { ProviderName } from '../../values/provider-name.ts';
import type { Uuid } from '../../values/uuid.ts';

/** Where a provider tells us what happened to an organization's payments. */
export const noticeAddress = (publicUrl: string, provider: ProviderName, organizationId: Uuid): string =>
  `${publicUrl}/payments/${provider}/${organizationId}/notices`;
