import { useState } from 'react';
import { sumOf } from '../../api/to-centavo.ts';
import { typedNumber } from '../../form/typed-number.ts';
import type { ManualMethod } from './methods.ts';

/** How a sale at the window is paid. The cash that is handed over helps the cashier alone and is not kept. */
export function usePayment(prices: number) {
  const [method, onMethod] = useState<ManualMethod>('CASH');
  /** As it is typed; empty while the cashier needs no help. */
  const [received, onReceived] = useState<number | string>('');
  const total = method === 'COMP' ? 0 : prices;
  const takesCash = method === 'CASH' && total > 0;
  /** What the buyer gets back, in pesos; below 0 is what is missing. */
  const changeOf = (paid: number) => (takesCash && received !== '' ? sumOf([typedNumber(received), -paid]) : 0);
  return { method, onMethod, received, onReceived, total, takesCash, changeOf };
}

export type Payment = ReturnType<typeof usePayment>;
