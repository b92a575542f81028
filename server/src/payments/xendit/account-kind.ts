import { Type } from 'typebox';
import type { AccountKind } from '../accounts/set-account.ts';
import type { ProviderServer } from '../provider-client.ts';
import { ProviderError } from '../provider-errors.ts';
import { XENDIT_CHANNELS } from './channels.ts';
import { xenditClient } from './xendit-provider.ts';

/** A well-formed id of no session: Xendit's answer shows whether it accepts the key. */
const NO_SESSION = `ps-${'0'.repeat(24)}`;

export const xenditAccounts = (server: ProviderServer): AccountKind => ({
  provider: 'xendit',
  channels: XENDIT_CHANNELS,
  secretKey: {
    looksLike: /^xnd_(development|production)_\S+$/,
    isLive: (secretKey) => secretKey.startsWith('xnd_production_'),
  },
  webhookSecret: { looksLike: /^(?!xnd_)[\w-]{16,}$/ },
  /** Xendit does not report which channels an account may use: the organizer chooses with `--methods`. */
  async codesOf(secretKey) {
    try {
      await xenditClient(server).get(Type.Unknown(), { secretKey, path: `/sessions/${NO_SESSION}` });
    } catch (error) {
      if (!(error instanceof ProviderError) || error.status !== 404) throw error;
    }
    return XENDIT_CHANNELS.map(({ code }) => code);
  },
});
