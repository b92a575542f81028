import type { Uuid } from '../../values/uuid.ts';
import type { ProviderName } from '../provider.ts';

/** Where a provider tells us what happened to an organization's payments. */
export const noticeAddress = (publicUrl: string, provider: ProviderName, organizationId: Uuid): string =>
  `${publicUrl}/payments/${provider}/${organizationId}/notices`;
