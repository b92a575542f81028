import type { Language } from '../language/sentences.ts';

/** What the API asks of a field: keywords of its schema, as `invalid_field` has them in its details. */
interface Rule {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

interface Words {
  formats: Record<string, string>;
  oneOf: (values: string) => string;
  whole: (range: string) => string;
  number: (range: string) => string;
  pesos: (range: string) => string;
  bool: string;
  list: (range: string) => string;
  text: (range: string) => string;
  between: (least: string, most: string) => string;
  atLeast: (least: string) => string;
  atMost: (most: string) => string;
}

const WORDS: Record<Language, Words> = {
  en: {
    formats: {
      uuid: 'an id',
      email: 'an e-mail address',
      timestamp: 'a date and time',
      'date-or-timestamp': 'a date',
      'https-url': 'an address that begins with https://',
      'browser-url': 'an address that begins with https://',
      color: 'a colour such as #0B57A4',
      'time-zone': 'a time zone such as Asia/Manila',
    },
    oneOf: (values) => `one of ${values}`,
    whole: (range) => `a whole number${range}`,
    number: (range) => `a number${range}`,
    pesos: (range) => `an amount${range}, with at most two decimals`,
    bool: 'yes or no',
    list: (range) => `a list${range}`,
    text: (range) => `a text${range && ` of characters${range}`}`,
    between: (least, most) => ` from ${least} to ${most}`,
    atLeast: (least) => ` of at least ${least}`,
    atMost: (most) => ` of at most ${most}`,
  },
  fil: {
    formats: {
      uuid: 'isang id',
      email: 'isang e-mail address',
      timestamp: 'petsa at oras',
      'date-or-timestamp': 'isang petsa',
      'https-url': 'address na nagsisimula sa https://',
      'browser-url': 'address na nagsisimula sa https://',
      color: 'isang kulay, halimbawa #0B57A4',
      'time-zone': 'isang time zone, halimbawa Asia/Manila',
    },
    oneOf: (values) => `isa sa mga ito: ${values}`,
    whole: (range) => `buong numero${range}`,
    number: (range) => `numero${range}`,
    pesos: (range) => `halaga${range}, na hanggang dalawang decimal lamang`,
    bool: 'oo o hindi',
    list: (range) => `listahan${range}`,
    text: (range) => `teksto${range && `, bilang ng titik${range}`}`,
    between: (least, most) => ` mula ${least} hanggang ${most}`,
    atLeast: (least) => ` na hindi bababa sa ${least}`,
    atMost: (most) => ` na hindi hihigit sa ${most}`,
  },
};

/** The rule in words that follow “must be”. */
export function ruleWords(language: Language, given: unknown): string {
  const words = WORDS[language];
  const rule = (given ?? {}) as Rule;
  const type = [rule.type ?? []].flat().find((name) => name !== 'null');
  if (rule.enum) return words.oneOf(rule.enum.filter((value) => value !== null).join(', '));
  const named = words.formats[rule.format ?? ''];
  if (named) return named;
  switch (type) {
    case 'integer':
      return words.whole(rangeWords(words, rule.minimum, rule.maximum));
    case 'number':
      return words[rule.format === 'pesos' ? 'pesos' : 'number'](rangeWords(words, rule.minimum, rule.maximum));
    case 'boolean':
      return words.bool;
    case 'array':
      return words.list(rangeWords(words, rule.minItems, rule.maxItems));
    default:
      return words.text(rangeWords(words, rule.minLength, rule.maxLength));
  }
}

function rangeWords({ between, atLeast, atMost }: Words, least: number | undefined, most: number | undefined): string {
  const count = (n: number) => n.toLocaleString('en-US');
  if (least !== undefined && most !== undefined) return between(count(least), count(most));
  if (least !== undefined) return atLeast(count(least));
  return most === undefined ? '' : atMost(count(most));
}
