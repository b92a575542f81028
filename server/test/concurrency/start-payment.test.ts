import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentProvider } from '../../src/payments/provider.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { expireCheckout } from '../../src/sales/expire-checkout.ts';
import { paymentFollowing } from '../../src/sales/payment/follow-payments.ts';
import { parsePublicId } from '../../src/values/public-id.ts';
import { expectConsistency } from '../consistency/expect-consistency.ts';
import { doDueWork } from '../fixtures/do-due-work.ts';
import { openTestService, type TestService } from '../fixtures/test-service.ts';

const HOLD_SECONDS = 900;

/** A gate at which code waits until the test opens it. */
class Pause {
  readonly #reached = Promise.withResolvers<void>();
  readonly #goOn = Promise.withResolvers<void>();
  readonly reached = this.#reached.promise;

  here(): Promise<void> {
    this.#reached.resolve();
    return this.#goOn.promise;
  }

  goOn() {
    this.#goOn.resolve();
  }

  /** Runs `work` while the code waits at the gate. */
  async during(work: () => Promise<void>) {
    await this.reached;
    await work();
    this.goOn();
  }
}

describe('starting a payment while the checkout expires', () => {
  let service: TestService;
  let sessions: string[];
  let creating: Pause | null;

  /** The sandbox, which creates a session when the test lets it. */
  const slow = (sandbox: PaymentProvider): PaymentProvider => ({
    ...sandbox,
    async createSession(request) {
      await creating?.here();
      const session = await sandbox.createSession(request);
      sessions.push(session.sessionId);
      return session;
    },
  });

  beforeEach(async () => {
    sessions = [];
    creating = null;
    service = await openTestService({ provider: slow });
  });
  afterEach(async () => {
    await expectConsistency(service.db);
    await service.close();
  });

  const pay = ({ checkout_id }: { checkout_id: string }) =>
    service.request({
      method: 'POST',
      url: `/c/${checkout_id}/pay`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'payment_method=CARD',
    });
  async function sessionStatus(sessionId: string) {
    const { organizationId } = service.ours;
    const sandbox = service.parts.providers.named('sandbox');
    return (await sandbox.readSession({ organizationId, attemptId: '', sessionId, now: service.now() })).status;
  }

  test('closes the new session and tells the buyer that the time is over', async () => {
    const checkout = await service.hold(await service.event({ ticket_price: 500 }));
    creating = new Pause();
    const pressed = pay(checkout);
    await creating.during(async () => {
      expect(await service.ours.post(`/checkouts/${checkout.checkout_id}/expire`)).toMatchObject({ status: 200 });
    });
    expect(await pressed).toMatchObject({ status: 303, headers: { location: `/c/${checkout.checkout_id}` } });
    expect(sessions).toHaveLength(1);
    expect(await sessionStatus(sessions[0] ?? '')).toBe('closed');
  });

  test('keeps reading a session that was created after the checkout expired, so no money is lost', async () => {
    const checkout = await service.hold(await service.event({ ticket_price: 500 }));
    const { ours, parts } = service;
    const checkoutId = parsePublicId(checkout.checkout_id.replace('cs_', ''))?.id ?? '';
    creating = new Pause();
    const pressed = pay(checkout);
    // The attempt is read before it has a session, and ended after it has one.
    const deciding = new Pause();
    const halting = { ...service.db, transaction: haltFirst(service.db, deciding) };
    const expire = { organizationId: ours.organizationId, checkoutId, holdSeconds: HOLD_SECONDS, now: service.now() };
    let expiring: Promise<unknown> = Promise.resolve();
    await creating.during(async () => {
      expiring = expireCheckout(halting, parts.providers, expire);
      await deciding.reached;
    });
    const { location = '' } = (await pressed).headers;
    deciding.goOn();
    await expiring;
    expect(location).toContain('/sandbox/');
    // Pays at the provider and never returns.
    const outcome = { 'content-type': 'application/x-www-form-urlencoded' };
    await service.request({
      method: 'POST',
      url: new URL(location).pathname,
      headers: outcome,
      payload: 'outcome=authorize',
    });
    service.wait(60);
    await doDueWork(paymentFollowing({ ...parts, holdSeconds: HOLD_SECONDS, log: service.app.log }));
    const { body } = await ours.get(`/checkouts/${checkout.checkout_id}`);
    expect(body.data).toMatchObject({ status: 'completed' });
  });
});

/** Stops the first transaction before it begins. */
function haltFirst(db: Database, pause: Pause): Database['transaction'] {
  let isFirst = true;
  return async (work) => {
    if (isFirst) {
      isFirst = false;
      await pause.here();
    }
    return db.transaction(work);
  };
}
