import { useState } from 'react';
import type { Order } from '../orders/order-queries.ts';
import { SaleForm } from './sale-form.tsx';
import { Sold } from './sold.tsx';

/** One buyer after the other: the form, then what was sold. */
export function Sale({ eventId }: { eventId: string }) {
  const [order, setOrder] = useState<Order>();
  return order ? (
    <Sold order={order} onNext={() => setOrder(undefined)} />
  ) : (
    <SaleForm eventId={eventId} onSold={setOrder} />
  );
}
