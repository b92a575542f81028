import type { Language } from '../language/translations.ts';

/**
 * Why an e-mail or a refund failed, or a webhook was disabled, in the language of the page. The service says it in
 * English, with times in UTC; what it quotes from others is shown as it is.
 */
export function reasonWords(language: Language, dateTime: (instant: string) => string, reason: string): string {
  const [english, filipino] = FILIPINO.find(([pattern]) => language === 'fil' && pattern.test(reason)) ?? [];
  const words = english && filipino ? reason.replace(english, filipino) : reason;
  return words.replace(INSTANT, dateTime);
}

const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+Z$/;

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
    /^A person who lost tickets is told by a mail server alone\.$/,
    'Kung walang mail server, hindi nae-email ang taong nawalan ng ticket.',
  ],
  [/^The recipient wants no messages of the organizer\.$/, 'Tinanggihan ng tatanggap ang mga mensahe ng organizer.'],
  [/^(PayMongo|Xendit) could not refund the payment/, 'Hindi naibalik ng $1 ang bayad'],
  [/^The provider gave no reason\.$/, 'Walang ibinigay na dahilan ang provider.'],
  [/^Only failures since (\S+)$/, 'Walang natuloy na padala mula $1'],
  [/^The endpoint answered 410 Gone$/, '410 Gone ang sagot ng endpoint'],
];
