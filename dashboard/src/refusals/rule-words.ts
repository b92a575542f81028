import type { Language } from '../language/translations.ts';

/** The rule that a field broke: keywords of its JSON schema, from the details of `invalid_field`. */
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
  /** What a text of the format must be besides its length. */
  notes: Record<string, string>;
  oneOf: (values: string) => string;
  whole: (range: string) => string;
  number: (range: string) => string;
  pesos: (range: string) => string;
  bool: string;
  list: (count: string) => string;
  text: (count: string) => string;
  /** The values that a number can have. */
  range: Bounds;
  /** The lengths that a text or a list can have. */
  count: Bounds;
}

interface Bounds {
  between: (least: string, most: string) => string;
  atLeast: (least: string) => string;
  atMost: (most: string) => string;
}

const WORDS: Record<Language, Words> = {
  en: {
    formats: {
      uuid: 'an id',
      uuids: 'a list of ids',
      email: 'an e-mail address',
      timestamp: 'a date and time',
      date: 'a date',
      'date-or-timestamp': 'a date',
      'https-url': 'a link that starts with https://',
      'browser-url': 'a link that starts with https://',
      'site-origin': 'a site such as https://www.example.com',
      slug: '3 to 80 lower-case letters a to z, digits and hyphens',
      color: 'a color such as #0B57A4',
      'time-zone': 'a time zone such as Asia/Manila',
      'time-of-day': 'a time such as 20:00',
    },
    notes: {
      'person-name': ', without line breaks and web addresses',
      label: ', without hidden characters and spaces around it',
      code: ', without hidden characters and spaces around it',
    },
    oneOf: (values) => `one of ${values}`,
    whole: (range) => `a whole number${range}`,
    number: (range) => `a number${range}`,
    pesos: (range) => `an amount${range}, with at most two decimals`,
    bool: 'yes or no',
    list: (count) => `a list${count && ` with ${count} entries`}`,
    text: (count) => `text${count && ` with ${count} characters`}`,
    range: {
      between: (least, most) => ` from ${least} to ${most}`,
      atLeast: (least) => ` of at least ${least}`,
      atMost: (most) => ` of at most ${most}`,
    },
    count: {
      between: (least, most) => `${least} to ${most}`,
      atLeast: (least) => `${least} or more`,
      atMost: (most) => `up to ${most}`,
    },
  },
  fil: {
    formats: {
      uuid: 'isang id',
      uuids: 'listahan ng mga id',
      email: 'isang email address',
      timestamp: 'petsa at oras',
      date: 'isang petsa',
      'date-or-timestamp': 'isang petsa',
      'https-url': 'link na nagsisimula sa https://',
      'browser-url': 'link na nagsisimula sa https://',
      'site-origin': 'isang site, halimbawa https://www.example.com',
      slug: '3 hanggang 80 maliliit na letrang a hanggang z, numero at gitling',
      color: 'isang kulay, halimbawa #0B57A4',
      'time-zone': 'isang time zone, halimbawa Asia/Manila',
      'time-of-day': 'isang oras, halimbawa 20:00',
    },
    notes: {
      'person-name': ', na walang putol ng linya at web address',
      label: ', na walang nakatagong character at space sa unahan o dulo',
      code: ', na walang nakatagong character at space sa unahan o dulo',
    },
    oneOf: (values) => `isa sa mga ito: ${values}`,
    whole: (range) => `buong numero${range}`,
    number: (range) => `numero${range}`,
    pesos: (range) => `halaga${range}, na hanggang dalawang decimal lang`,
    bool: 'oo o hindi',
    list: (count) => `listahan${count && ` na may ${count} entry`}`,
    text: (count) => `text${count && ` na may ${count} character`}`,
    range: {
      between: (least, most) => ` mula ${least} hanggang ${most}`,
      atLeast: (least) => ` na hindi bababa sa ${least}`,
      atMost: (most) => ` na hindi hihigit sa ${most}`,
    },
    count: {
      between: (least, most) => `${least} hanggang ${most}`,
      atLeast: (least) => `${least} o higit pang`,
      atMost: (most) => `hanggang ${most}`,
    },
  },
};

/** The rule, as it continues the sentence “… must be”. */
export function ruleWords(language: Language, given: unknown): string {
  const words = WORDS[language];
  const rule = (given ?? {}) as Rule;
  const type = [rule.type ?? []].flat().find((name) => name !== 'null');
  if (rule.enum) return words.oneOf(rule.enum.filter((value) => value !== null).join(', '));
  const named = words.formats[rule.format ?? ''];
  if (named) return named;
  switch (type) {
    case 'integer':
      return words.whole(boundsWords(words.range, rule.minimum, rule.maximum));
    case 'number':
      return words[rule.format === 'pesos' ? 'pesos' : 'number'](boundsWords(words.range, rule.minimum, rule.maximum));
    case 'boolean':
      return words.bool;
    case 'array':
      return words.list(boundsWords(words.count, rule.minItems, rule.maxItems));
    default:
      return (
        words.text(boundsWords(words.count, rule.minLength, rule.maxLength)) + (words.notes[rule.format ?? ''] ?? '')
      );
  }
}

function boundsWords(
  { between, atLeast, atMost }: Bounds,
  least: number | undefined,
  most: number | undefined,
): string {
  const count = (n: number) => n.toLocaleString('en-US');
  if (least !== undefined && most !== undefined) return between(count(least), count(most));
  if (least !== undefined) return atLeast(count(least));
  return most === undefined ? '' : atMost(count(most));
}
