import type { Config } from '../../config/config.ts';
import { type Html, html } from '../../platform/http/pages/html.ts';
import type { Language } from '../../values/language.ts';
import { ticketTexts } from './texts.ts';

/** The wallets that the operator has set up. */
export interface Wallets {
  apple: boolean;
  google: boolean;
}

export const walletsOf = ({ applePasses, googleWallet }: Config): Wallets => ({
  apple: applePasses !== null,
  google: googleWallet !== null,
});

interface Buttons {
  wallets: Wallets;
  /** Path of the ticket's page. */
  path: string;
  language: Language;
  /** The ticket, where the page has several. */
  name?: string;
}

/** Put one ticket into a wallet; nothing without wallets. */
export function walletButtons({ wallets, path, language, name }: Buttons): Html[] {
  const texts = ticketTexts[language];
  const about = name !== undefined && html`<span class="unseen">: ${name}</span>`;
  const button = (file: string, text: string) =>
    html`<p class="center"><a class="alone" href="${path}/${file}">${text}${about}</a></p>`;
  return [
    ...(wallets.apple ? [button('pass.pkpass', texts.addToApple)] : []),
    ...(wallets.google ? [button('google-wallet', texts.addToGoogle)] : []),
  ];
}
