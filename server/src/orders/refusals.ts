import { declareRefusals, notFound } from '../platform/refusals/declare-refusals.ts';

export const orderRefusals = declareRefusals({
  order_not_found: notFound('Order'),
});
