import type { Language } from '../language/translations.ts';

/**
 * Why an e-mail or a refund failed, or a webhook was disabled, in the language of the page. The service says it in
 * English; what it quotes from others is shown as it is.
 */
export function reasonWords(language: Language, reason: string): string {
  if (language === 'en') return reason;
  const [english, filipino] = FILIPINO.find(([pattern]) => pattern.test(reason)) ?? [];
  return english && filipino ? reason.replace(english, filipino) : reason;
}

const FILIPINO: readonly [english: RegExp, filipino: string][] = [
  [
    /^The mail server refuses the recipient \((\d+)\)$/,
    'Hindi tinatanggap ng mail server ang email address na ito ($1)',
  ],
  [/^The mail server cannot be reached \((\w+)\)$/, 'Hindi maabot ang mail server ($1)'],
  [/, the mail server answered (\d+)$/, ', $1 ang sagot ng mail server'],
  [/^The mail could not be sent\.$/, 'Hindi naipadala ang email.'],
  [/^The mail could not be composed\.$/, 'Hindi nagawa ang email.'],
  [/^The mail was no longer needed\.$/, 'Hindi na kailangan ang email.'],
  [
    /^Many e-mails were sent just before\. This one follows soon\.$/,
    'Maraming email ang kapapadala lang. Susunod na ang isang ito.',
  ],
  [
    /^A guest who lost a ticket is told by a mail server alone\.$/,
    'Mail server lang ang nagsasabi sa bisitang nawalan ng ticket.',
  ],
  [/^The recipient wants no messages of the organizer\.$/, 'Ayaw ng tatanggap ng mga mensahe ng organizer.'],
  [/^(PayMongo|Xendit) could not refund the payment/, 'Hindi naibalik ng $1 ang bayad'],
  [/^The provider gave no reason\.$/, 'Walang ibinigay na dahilan ang provider.'],
  [/^Only failures since (\S+)$/, 'Puro hindi natuloy mula $1'],
  [/^The endpoint answered 410 Gone$/, '410 Gone ang sagot ng endpoint'],
];
