import { type Static, Type } from 'typebox';
import { orNull } from '../provider-client.ts';

/** The parts of PayMongo's answers that Takilya reads. Other fields are ignored. */

/** Seconds since 1970. */
const Seconds = Type.Integer({ minimum: 0 });

const Refund = Type.Object({
  id: Type.String({ minLength: 1 }),
  attributes: Type.Object({
    amount: Type.Integer(),
    status: Type.String(),
    notes: Type.Optional(orNull(Type.String())),
  }),
});
export type PaymongoRefund = Static<typeof Refund>;

const Payment = Type.Object({
  id: Type.String({ minLength: 1 }),
  attributes: Type.Object({
    amount: Type.Integer(),
    currency: Type.String(),
    livemode: Type.Boolean(),
    status: Type.String(),
    paid_at: Type.Optional(orNull(Seconds)),
    refunds: Type.Optional(Type.Array(Refund)),
  }),
});

const Session = Type.Object({
  id: Type.String({ minLength: 1 }),
  attributes: Type.Object({
    checkout_url: Type.String({ minLength: 1 }),
    reference_number: orNull(Type.String()),
    status: Type.String(),
    payments: Type.Array(Payment),
    payment_intent: Type.Optional(orNull(Type.Object({ attributes: Type.Object({ status: Type.String() }) }))),
  }),
});
export type PaymongoSession = Static<typeof Session>;

export const SessionAnswer = Type.Object({ data: Session });
export const PaymentAnswer = Type.Object({ data: Payment });
export const RefundAnswer = Type.Object({ data: Refund });

/** An array of codes; some accounts get it in an envelope. */
export const CapabilitiesAnswer = Type.Union([
  Type.Array(Type.String()),
  Type.Object({ data: Type.Array(Type.String()) }),
]);

/** The envelope of every event. The type of `data` depends on `type`. */
export const Event = Type.Object({
  data: Type.Object({
    attributes: Type.Object({
      type: Type.String(),
      livemode: Type.Boolean(),
      data: Type.Object({ id: Type.String(), attributes: Type.Unknown() }),
    }),
  }),
});

export type Event = Static<typeof Event>;

export const SessionOfEvent = Type.Object({ reference_number: Type.String() });
export const PaymentOfEvent = Type.Object({ metadata: Type.Object({ attempt_id: Type.String() }) });
export const RefundsOfEvent = Type.Object({ refunds: Type.Array(Refund) });
export const RefundOfEvent = Refund.properties.attributes;

export const ErrorAnswer = Type.Object({
  errors: Type.Array(Type.Object({ code: Type.Optional(Type.String()), detail: Type.Optional(Type.String()) })),
});
