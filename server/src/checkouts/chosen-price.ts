import { MAX_PRICE_PESOS } from '../platform/http/contract/fields.ts';
import { centavosFromPesos } from '../values/money.ts';

/** The most that a buyer may choose to pay for one ticket: the largest price that a tier can have. */
export const MOST_CHOSEN_CENTAVOS = centavosFromPesos(MAX_PRICE_PESOS);

/**
 * Whether a buyer may choose to pay this for one ticket of which `least` is asked. undefined: what was typed is no
 * amount.
 */
export const mayChoose = (centavos: number | undefined, least: number): centavos is number =>
  centavos !== undefined && centavos >= least && centavos <= MOST_CHOSEN_CENTAVOS;
