import { type Static, Type } from 'typebox';
import { orNull } from '../provider-client.ts';

/** The parts of Xendit's answers that Takilya reads. Amounts are pesos. */

const Id = Type.String({ minLength: 1 });

export const SessionAnswer = Type.Object({
  payment_session_id: Id,
  reference_id: Type.String(),
  status: Type.String(),
  currency: Type.String(),
  payment_link_url: Type.Optional(orNull(Type.String())),
  payment_request_id: Type.Optional(orNull(Id)),
  payment_id: Type.Optional(orNull(Id)),
});
export type XenditSession = Static<typeof SessionAnswer>;

/** A session's request to a channel, created when the buyer chooses the channel. */
export const PaymentRequestAnswer = Type.Object({
  payment_request_id: Id,
  status: Type.String(),
  latest_payment_id: Type.Optional(orNull(Id)),
});

export const PaymentAnswer = Type.Object({
  payment_id: Id,
  payment_request_id: Id,
  reference_id: Type.String(),
  status: Type.String(),
  currency: Type.String(),
  request_amount: Type.Number(),
  captures: Type.Optional(
    orNull(Type.Array(Type.Object({ capture_amount: Type.Number(), capture_timestamp: Type.String() }))),
  ),
  updated: Type.String(),
});
export type XenditPayment = Static<typeof PaymentAnswer>;

export const RefundAnswer = Type.Object({
  id: Id,
  reference_id: Type.Optional(orNull(Type.String())),
  status: Type.String(),
  failure_code: Type.Optional(orNull(Type.String())),
});
export type XenditRefund = Static<typeof RefundAnswer>;

export const RefundsAnswer = Type.Object({ data: Type.Array(RefundAnswer) });

/** The common shape of every webhook. The contents of `data` depend on `event`. */
export const Webhook = Type.Object({
  event: Type.String(),
  data: Type.Object({
    reference_id: Type.Optional(orNull(Type.String())),
    payment_session_id: Type.Optional(orNull(Id)),
    payment_id: Type.Optional(orNull(Id)),
  }),
});
/** In the documentation, refund webhooks have one more envelope. */
export const WrappedWebhook = Type.Object({ data: Webhook });

export const ErrorAnswer = Type.Object({ error_code: Type.String(), message: Type.Optional(Type.String()) });
