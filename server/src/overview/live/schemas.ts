import { type Static, Type } from 'typebox';
import type { SalesPoint } from '../../analytics/read-series.ts';
import { SalesPointJson, salesPointJson } from '../../analytics/schemas.ts';
import { OrderStatusSchema } from '../../orders/schemas.ts';
import { Instant, Uuid } from '../../platform/http/contract/fields.ts';
import { pesosFromCentavos } from '../../values/money.ts';
import type { EventNow, NewestOrder } from '../queries.ts';
import { EventNowJson } from '../schemas.ts';

const { id, status, capacity, tickets_sold, checked_in } = EventNowJson.properties;

/** The data of each kind of message. Sums cover the organization's day; events are those of the overview. */
const LiveJson = Type.Object({
  sales: Type.Object({
    today: SalesPointJson,
    events: Type.Array(Type.Object({ id, status, capacity, tickets_sold })),
  }),
  'check-ins': Type.Object({ events: Type.Array(Type.Object({ id, checked_in })) }),
  orders: Type.Object({
    newest: Type.Array(
      Type.Object({
        id: Uuid(),
        event: Type.Object({ id: Uuid(), title: Type.String() }),
        customer: Type.Object({ name: Type.String() }),
        quantity: Type.Integer(),
        total_amount: Type.Number({ description: 'PHP' }),
        status: OrderStatusSchema,
        paid_at: Instant(),
      }),
    ),
  }),
});

export type LiveData = Static<typeof LiveJson>;

export const liveJson = (today: SalesPoint, events: EventNow[], orders: NewestOrder[]): LiveData => ({
  sales: {
    today: salesPointJson(today),
    events: events.map((event) => ({
      id: event.id,
      status: event.status,
      capacity: event.capacity,
      tickets_sold: event.sold,
    })),
  },
  'check-ins': { events: events.map((event) => ({ id: event.id, checked_in: event.checkedIn })) },
  orders: {
    newest: orders.map((order) => ({
      id: order.id,
      event: { id: order.eventId, title: order.eventTitle },
      customer: { name: order.customerName },
      quantity: order.quantity,
      total_amount: pesosFromCentavos(order.totalCentavos),
      status: order.status,
      paid_at: order.paidAt.toISOString(),
    })),
  },
});
