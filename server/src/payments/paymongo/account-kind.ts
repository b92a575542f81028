import type { AccountKind } from '../accounts/set-account.ts';
import type { ProviderServer } from '../provider-client.ts';
import { CapabilitiesAnswer } from './answers.ts';
import { PAYMONGO_CHANNELS } from './channels.ts';
import { paymongoClient } from './paymongo-provider.ts';

export const paymongoAccounts = (server: ProviderServer): AccountKind => ({
  provider: 'paymongo',
  channels: PAYMONGO_CHANNELS,
  secretKey: {
    looksLike: /^sk_(test|live)_\w+$/,
    isLive: (secretKey) => secretKey.startsWith('sk_live_'),
  },
  webhookSecret: { looksLike: /^whsk_\w+$/ },
  async codesOf(secretKey) {
    const path = '/v1/merchants/capabilities/payment_methods';
    const answer = await paymongoClient(server).get(CapabilitiesAnswer, { secretKey, path });
    return Array.isArray(answer) ? answer : answer.data;
  },
});
