import type { Config } from '../config/config.ts';
import { noticeAddress } from '../payments/accounts/notice-address.ts';
import type { ProviderName } from '../values/provider-name.ts';
import type { Uuid } from '../values/uuid.ts';

/** The same without a server that runs: without PUBLIC_URL, where it would listen. */
export const configuredNoticeAddress = ({ publicUrl, port }: Config, provider: ProviderName, organizationId: Uuid) =>
  noticeAddress(publicUrl ?? `http://localhost:${port}`, provider, organizationId);
