/** The keywords of a field's schema that describe its values. */
export interface Rule {
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

const count = (n: number) => n.toLocaleString('en-US');

/** The complete rule of a value in words, so that one message is enough to fix the request. `null` is no value. */
export function ruleInWords(rule: Rule): string {
  const types = [rule.type ?? []].flat();
  const [first, ...others] = types.filter((name) => name !== 'null');
  return [first, ...others].map((type) => ruleOf(type, rule)).join(' or ');
}

function ruleOf(type: string | undefined, rule: Rule): string {
  if (rule.enum) return `one of ${rule.enum.filter((value) => value !== null).join(', ')}`;
  switch (type) {
    case 'integer':
      return `an integer${range(rule)}`;
    case 'number':
      return `a number${range(rule)}${rule.format === 'pesos' ? ' with at most two decimals' : ''}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return `an array${items(rule)}`;
    case 'object':
      return 'an object';
    default:
      return text(rule);
  }
}

function range({ minimum, maximum }: Rule): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${count(minimum)} to ${count(maximum)}`;
  if (minimum !== undefined) return ` of at least ${count(minimum)}`;
  if (maximum !== undefined) return ` of at most ${count(maximum)}`;
  return '';
}

function items({ minItems, maxItems }: Rule): string {
  if (minItems !== undefined && maxItems !== undefined) return ` of ${count(minItems)} to ${count(maxItems)} items`;
  if (minItems !== undefined) return ` of at least ${count(minItems)} item${minItems === 1 ? '' : 's'}`;
  if (maxItems !== undefined) return ` of at most ${count(maxItems)} items`;
  return '';
}

const formatRules: Record<string, string> = {
  uuid: 'a UUID',
  uuids: 'UUIDs with commas between them,',
  email: 'an e-mail address',
  timestamp: 'an ISO 8601 date and time such as 2027-03-01T20:00:00+08:00',
  date: 'a date such as 2027-03-01',
  'date-or-timestamp': 'a date such as 2027-03-01, or an ISO 8601 date and time',
  'https-url': 'an https:// URL',
  'browser-url': 'an https:// URL (http:// only on localhost)',
  'site-origin': 'a site such as https://www.example.com, without a path (http:// only on localhost),',
  color: 'a colour such as #0B57A4',
  'time-zone': 'the name of a time zone such as Asia/Manila',
  'time-of-day': 'a time of day such as 20:00',
};

const NOTES: Record<string, string> = {
  name: ', not blank',
  label: ', printable, without spaces around it',
  'person-name': ', not blank, without line breaks and web addresses',
  slug: ', only lower-case letters a to z, digits and hyphens',
  code: ', printable, without spaces around it',
};

function text({ format = 'text', minLength, maxLength }: Rule): string {
  const most = maxLength === undefined ? '' : ` of at most ${count(maxLength)} characters`;
  const named = formatRules[format];
  if (named) return `${named}${most}`;
  if (minLength === undefined) return `a string${most}`;
  const length =
    maxLength === undefined ? `at least ${count(minLength)}` : `${count(minLength)} to ${count(maxLength)}`;
  return `a string of ${length} characters${NOTES[format] ?? ''}`;
}
