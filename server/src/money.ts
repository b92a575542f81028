/** Inside, money is integer centavos; on the wire it is a JSON number of pesos with at most two decimals. */

export const centavosFromPesos = (pesos: number): number => Math.round(pesos * 100);

export const pesosFromCentavos = (centavos: number): number => centavos / 100;

const pesoFormat = new Intl.NumberFormat('en-PH', { style: 'currency', currency: 'PHP' });

/** For people: `₱1,250.00`. */
export const formatPesos = (centavos: number): string => pesoFormat.format(centavos / 100);
