import { type Html, html } from '../../platform/http/pages/html.ts';
import type { Language } from '../../values/language.ts';
import { formatPesos } from '../../values/money.ts';
import type { Offer } from '../shop-event.ts';
import { described, message } from './buyer-fields.ts';
import { chosenPriceField, nameOf, type ShopFormValues, type ShopProblem } from './form-values.ts';
import { shopTexts } from './texts.ts';

interface PriceView {
  language: Language;
  values: ShopFormValues;
  problems: ShopProblem[];
}

/** What an offer costs, or the least that a buyer may choose. */
export function priceOf({ priceCentavos, minimumPriceCentavos: least }: Offer, language: Language): string {
  const { free, yourPrice } = shopTexts[language];
  if (least !== null) return yourPrice(least === 0 ? null : formatPesos(language, least));
  return priceCentavos === 0 ? free : formatPesos(language, priceCentavos);
}

/** Where the buyer chooses what to pay. */
export function chosenPriceInput({ language, values, problems }: PriceView, offer: Offer): Html | false {
  if (offer.minimumPriceCentavos === null) return false;
  const id = chosenPriceField(offer);
  const problem = problems.find(({ field }) => field === id);
  const entered = values.prices.get(offer.key) || (offer.priceCentavos / 100).toFixed(2);
  return html`<label for="${id}"><small>${shopTexts[language].priceEach}<span class="unseen">: ${nameOf(offer)}</span></small></label>
<input id="${id}" name="${id}" inputmode="decimal" autocomplete="off" maxlength="16" value="${entered}"${described(id, problem)}>${message(id, problem)}`;
}
