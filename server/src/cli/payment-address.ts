import type { Config } from '../config.ts';
import type { ProviderName } from '../payments/provider.ts';
import type { Uuid } from '../uuid.ts';

/** Where a provider tells us what happened to an organization's payments. */
export const noticeAddress = ({ publicUrl, port }: Config, provider: ProviderName, organizationId: Uuid): string =>
  `${publicUrl ?? `http://localhost:${port}`}/payments/${provider}/${organizationId}/notices`;
