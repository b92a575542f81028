import type { Database } from '../../platform/database/database.ts';
import { perDatabase } from '../../platform/database/per-database.ts';
import { Lanes } from '../../platform/lanes/lanes.ts';
import { PAYMENT_METHODS } from '../../values/payment-method.ts';
import { publicId } from '../../values/public-id.ts';
import { newId, type Uuid } from '../../values/uuid.ts';
import type { PaymentProvider, ProviderSession } from '../provider.ts';
import {
  addSandboxRefund,
  endSandboxSessions,
  findSandboxSession,
  insertSandboxSessions,
  type NewSandboxSession,
} from './queries.ts';

/** As long as real wallets give a buyer to confirm on the phone. */
const SESSION_MINUTES = 30;

const newSessions = perDatabase(
  (db) =>
    new Lanes<{ organizationId: Uuid; session: NewSandboxSession }, void>({
      name: 'sandbox sessions',
      run: async (batch) => {
        const organizationId = batch[0]?.organizationId as Uuid;
        const sessions = batch.map(({ session }) => session);
        await insertSandboxSessions(db, organizationId, sessions);
        return batch.map(() => ({ status: 'fulfilled', value: undefined }));
      },
    }),
);

/**
 * A simulated payment service: its page asks which outcome to choose, and its sessions are rows of one table. No money
 * moves.
 */
export function sandboxProvider(db: Database, publicUrl: () => string): PaymentProvider {
  async function get(organizationId: Uuid, sessionId: string) {
    const session = await findSandboxSession(db, organizationId, sessionId);
    if (!session) throw new Error(`the sandbox has no session ${sessionId}`);
    return session;
  }

  return {
    name: 'sandbox',
    latePaymentMs: 0,

    async offers() {
      return PAYMENT_METHODS.map((method) => ({ method, minCentavos: 1, maxCentavos: Number.MAX_SAFE_INTEGER }));
    },

    async createSession({
      organizationId,
      attemptId,
      method,
      amountCentavos,
      description,
      returnUrl,
      successUrl,
      now,
    }) {
      const id = newId(now);
      const expiresAt = new Date(now.getTime() + SESSION_MINUTES * 60_000);
      const session = { id, attemptId, method, amountCentavos, description, returnUrl, successUrl, expiresAt };
      await newSessions(db).join(organizationId, { organizationId, session });
      return { sessionId: id, url: `${publicUrl()}/sandbox/${publicId(organizationId, id)}` };
    },

    async readSession({ organizationId, sessionId }): Promise<ProviderSession> {
      const session = await get(organizationId, sessionId);
      const payments =
        session.status === 'paid' && session.paidAt
          ? [{ id: `sandbox_${session.id}`, amountCentavos: session.amountCentavos, paidAt: session.paidAt }]
          : [];
      return { status: session.status, failureReason: session.failureReason, expiresAt: session.expiresAt, payments };
    },

    async closeSession({ organizationId, sessionId }) {
      const waiting = { ids: [sessionId], from: ['open' as const, 'pending' as const] };
      await endSandboxSessions(db, organizationId, waiting, { status: 'closed' });
    },

    async refund({ organizationId, refundId, providerPaymentId, amountCentavos }) {
      const sessionId = providerPaymentId.replace(/^sandbox_/, '');
      if (!(await addSandboxRefund(db, { organizationId, sessionId, refundId, amountCentavos })))
        throw new Error('the payment cannot be refunded by this amount');
      return { id: `sandbox_refund_${refundId}`, status: 'succeeded', failureReason: null };
    },

    readRefund: async ({ providerRefundId: id }) => ({ id, status: 'succeeded', failureReason: null }),
  };
}
