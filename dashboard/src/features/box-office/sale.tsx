import { useState } from 'react';
import { SaleForm } from './sale-form.tsx';
import { type Sale as Done, Sold } from './sold.tsx';

/** One buyer after the other: the form, then what was sold. */
export function Sale({ eventId }: { eventId: string }) {
  const [sold, setSold] = useState<Done>();
  const [buyers, setBuyers] = useState(0);
  const next = () => {
    setSold(undefined);
    setBuyers(buyers + 1);
  };
  return sold ? (
    <Sold {...sold} onNext={next} />
  ) : (
    // After places were kept, too, the form is empty for the next buyer.
    <SaleForm key={buyers} eventId={eventId} isNext={buyers > 0} onSold={setSold} onKept={next} />
  );
}
