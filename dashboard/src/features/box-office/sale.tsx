import { useState } from 'react';
import type { Order } from '../orders/order-queries.ts';
import { SaleForm } from './sale-form.tsx';
import { Sold } from './sold.tsx';

/** One buyer after the other: the form, then what was sold. */
export function Sale({ eventId }: { eventId: string }) {
  const [sold, setSold] = useState<{ order: Order; change: number }>();
  const [kept, setKept] = useState(0);
  return sold ? (
    <Sold {...sold} onNext={() => setSold(undefined)} />
  ) : (
    // After places were kept, too, the form is empty for the next buyer.
    <SaleForm
      key={kept}
      eventId={eventId}
      onSold={(order, change) => setSold({ order, change })}
      onKept={() => setKept(kept + 1)}
    />
  );
}
