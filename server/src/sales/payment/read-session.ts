import type { ProviderSession } from '../../payments/provider.ts';
import type { PaymentProviders } from '../../payments/providers.ts';
import type { Attempt } from './attempt.ts';

/** Reads the session at the provider. An attempt without a session cannot be paid: no buyer saw its URL. */
export async function readSession(
  providers: PaymentProviders,
  { organizationId, id: attemptId, provider: name, sessionId }: Attempt,
  { close, now }: { close: boolean; now: Date },
): Promise<ProviderSession> {
  if (sessionId === null) return unpaid(close ? 'closed' : 'open', now);
  const provider = providers.named(name);
  const session = { organizationId, attemptId, sessionId, now };
  if (close) await provider.closeSession(session);
  return provider.readSession(session);
}

/** A session without payments. */
export const unpaid = (status: 'open' | 'closed', now: Date): ProviderSession => ({
  status,
  failureReason: null,
  payments: [],
  expiresAt: now,
});
