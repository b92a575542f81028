/**
 * How an amount goes back to the buyer, of which the organizer gives a part by hand: `sent` by the provider that took
 * it, `byHand`, or `inParts`; null: there is none to give back.
 */
export function wayBackOf(amountCentavos: number, byHandCentavos: number): 'sent' | 'byHand' | 'inParts' | null {
  if (amountCentavos === 0) return null;
  if (byHandCentavos === 0) return 'sent';
  return byHandCentavos < amountCentavos ? 'inParts' : 'byHand';
}
