import type { Config } from '../../config/config.ts';
import { type Html, html } from '../../platform/http/pages/html.ts';
import type { Language } from '../../values/language.ts';
import { ticketTexts } from './texts.ts';

/** The wallets that the operator has set up. */
export interface Wallets {
  apple: boolean;
}

export const walletsOf = ({ applePasses }: Config): Wallets => ({ apple: applePasses !== null });

interface Buttons {
  wallets: Wallets;
  /** Of the ticket's page. */
  path: string;
  language: Language;
  /** The ticket, where the page has several. */
  name?: string;
}

/** Puts one ticket into a wallet; false without wallets. */
export function walletButtons({ wallets, path, language, name }: Buttons): Html | false {
  const texts = ticketTexts[language];
  const about = name !== undefined && html`<span class="unseen">: ${name}</span>`;
  return (
    wallets.apple &&
    html`<p class="center"><a class="alone" href="${path}/pass.pkpass">${texts.addToApple}${about}</a></p>`
  );
}
