import type { ProviderSession, SessionRequest } from '../server/src/payments/provider.ts';
import type { PaymentMethod } from '../server/src/values/payment-method.ts';
import type { Dice } from './dice.ts';
import { Violation } from './violation.ts';

export interface Session {
  id: string;
  attemptId: string;
  method: PaymentMethod;
  amountCentavos: number;
  returnUrl: string;
  status: ProviderSession['status'];
  expiresAtMs: number;
  payment: { id: string; amountCentavos: number; paidAtMs: number } | null;
  /** Centavos by refund. */
  sentBack: Map<string, number>;
}

const MINUTE_MS = 60_000;
/** How long a session can be paid: for wallets, and for some providers. */
const SESSION_MINUTES = [10, 30, 60, 180, 1_440];
/** How long a bank transfer may take before the provider gives up. */
const TRANSFER_HOURS = [1, 24, 72];
/** A transfer of the wrong amount. */
const SHORT = 0.004;
const PAYMENT_OF = 'payment_of_';

/** The payment service itself. Its records survive our crashes. */
export class ProviderLedger {
  readonly sessions = new Map<string, Session>();
  readonly #dice: Dice;
  readonly #now: () => Date;
  /** Also recorded here, because the caller may catch the error. */
  readonly #accuse: (violation: Violation) => void;
  #numbers = 0;

  constructor(dice: Dice, now: () => Date, accuse: (violation: Violation) => void) {
    this.#dice = dice;
    this.#now = now;
    this.#accuse = accuse;
  }

  open({ attemptId, method, amountCentavos, returnUrl }: SessionRequest): Session {
    const session: Session = {
      id: `session_${++this.#numbers}`,
      attemptId,
      method,
      amountCentavos,
      returnUrl,
      status: 'open',
      expiresAtMs: this.#now().getTime() + this.#dice.pick(SESSION_MINUTES) * MINUTE_MS,
      payment: null,
      sentBack: new Map(),
    };
    this.sessions.set(session.id, session);
    return session;
  }

  /** The session as of now; it expires if it was not paid in time. */
  get(id: string): Session {
    const session = this.sessions.get(id);
    if (!session) throw this.#wrong('a session was asked for that the provider never had', { id });
    if (session.expiresAtMs <= this.#now().getTime()) {
      if (session.status === 'open') session.status = 'closed';
      if (session.status === 'pending') session.status = 'failed';
    }
    return session;
  }

  close(id: string) {
    const session = this.get(id);
    if (session.status === 'open' || session.status === 'pending') session.status = 'closed';
  }

  /** The buyer's money, or a transfer, arrives. @returns whether the session still accepted it */
  pay(id: string): boolean {
    const session = this.get(id);
    if (session.status !== 'open' && session.status !== 'pending') return false;
    session.status = 'paid';
    const amountCentavos = this.#dice.chance(SHORT)
      ? Math.max(1, session.amountCentavos - 100)
      : session.amountCentavos;
    session.payment = { id: PAYMENT_OF + id, amountCentavos, paidAtMs: this.#now().getTime() };
    return true;
  }

  fail(id: string) {
    const session = this.get(id);
    if (session.status === 'open' || session.status === 'pending') session.status = 'failed';
  }

  /** The buyer chooses a bank transfer. */
  promise(id: string): boolean {
    const session = this.get(id);
    if (session.status !== 'open' || session.method !== 'BANK_TRANSFER') return false;
    session.status = 'pending';
    session.expiresAtMs = this.#now().getTime() + this.#dice.pick(TRANSFER_HOURS) * 60 * MINUTE_MS;
    return true;
  }

  /** A repeated refund is the same refund. @throws Violation when more is refunded than was paid */
  sendBack(refundId: string, paymentId: string, amountCentavos: number): string {
    const session = this.get(paymentId.replace(PAYMENT_OF, ''));
    const before = session.sentBack.get(refundId);
    if (before !== undefined && before !== amountCentavos)
      throw this.#wrong('a refund was sent twice, and not the same', { refundId, before, amountCentavos });
    session.sentBack.set(refundId, amountCentavos);
    if (refundedTotalOf(session) > (session.payment?.amountCentavos ?? 0))
      throw this.#wrong('more was sent back than was paid', { session, refundId, amountCentavos });
    return `refund_${refundId}`;
  }

  #wrong(sentence: string, details: unknown): Violation {
    const violation = new Violation(sentence, details);
    this.#accuse(violation);
    return violation;
  }
}

export const refundedTotalOf = ({ sentBack }: Session): number =>
  sentBack.values().reduce((sum, amount) => sum + amount, 0);
