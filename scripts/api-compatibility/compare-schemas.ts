import { nameOf, type OpenApi, type Schema } from '../openapi-document.ts';

/** Whether clients send a value, or read it. */
export type Direction = 'request' | 'answer';

/** The released schema and today's, within their documents. */
interface Pair {
  released: Schema;
  today: Schema;
}

export interface Documents {
  released: OpenApi;
  today: OpenApi;
}

const UPPER_LIMITS = ['maximum', 'maxLength', 'maxItems'] as const;
const LOWER_LIMITS = ['minimum', 'minLength', 'minItems'] as const;

/**
 * Finds what breaks a client that was written for the released schema. Names of models do not matter, only what they
 * contain, so a model may be renamed in the document.
 *
 * @returns lines such as `customer.email: is required now`, without the place that the schema is used at
 */
export class SchemaComparison {
  readonly #documents: Documents;
  readonly #direction: Direction;
  /** Models contain each other in circles. A pair is compared once, where it is met first. */
  readonly #met = new Set<string>();

  constructor(documents: Documents, direction: Direction) {
    this.#documents = documents;
    this.#direction = direction;
  }

  breaks(released: Schema, today: Schema, at = ''): string[] {
    const models = JSON.stringify([released.$ref, today.$ref]);
    if (released.$ref && today.$ref) {
      if (this.#met.has(models)) return [];
      this.#met.add(models);
    }
    const before = alternatives(this.#documents.released, released);
    const now = alternatives(this.#documents.today, today);
    return [
      ...this.#kindBreaks(before, now, at),
      ...pairs(before, now).flatMap((pair) => this.#alternativeBreaks(pair, at)),
    ];
  }

  /** A client must be able to read every kind of value that is answered, and to send every kind that it sent. */
  #kindBreaks(before: Schema[], now: Schema[], at: string): string[] {
    const [wanted, offered] = this.#direction === 'answer' ? [now, before] : [before, now];
    const known = offered.map(kindOf);
    if (known.includes('any')) return [];
    const missing = [...new Set(wanted.map(kindOf))].filter((kind) => !covers(known, kind));
    const words = this.#direction === 'answer' ? 'may be' : 'may no longer be';
    return missing.map((kind) => line(at, `${words} ${kind}`));
  }

  #alternativeBreaks(pair: Pair, at: string): string[] {
    const { released, today } = pair;
    const items = released.items && today.items ? this.breaks(released.items, today.items, `${at}[]`) : [];
    const limits = this.#direction === 'request' ? limitBreaks(pair, at) : [];
    return [...enumBreaks(pair, this.#direction, at), ...limits, ...items, ...this.#propertyBreaks(pair, at)];
  }

  #propertyBreaks({ released, today }: Pair, at: string): string[] {
    const { properties: before = {}, required: neededBefore = [] } = released;
    const { properties: now = {}, required: needed = [] } = today;
    const place = (name: string) => (at === '' ? name : `${at}.${name}`);
    const removed = Object.keys(before).filter((name) => !now[name]);
    const newlyNeeded = needed.filter((name) => !neededBefore.includes(name));
    const newlyMissing = neededBefore.filter((name) => now[name] && !needed.includes(name));
    return [
      ...removed.map((name) => line(place(name), 'was removed')),
      ...(this.#direction === 'request'
        ? newlyNeeded.map((name) => line(place(name), 'is required now'))
        : newlyMissing.map((name) => line(place(name), 'may be missing'))),
      ...Object.entries(before).flatMap(([name, shape]) => {
        const next = now[name];
        return next ? this.breaks(shape, next, place(name)) : [];
      }),
    ];
  }
}

const line = (at: string, words: string) => (at === '' ? words : `${at}: ${words}`);

/** A schema as the plain ones that a value may have. */
function alternatives({ components }: OpenApi, shape: Schema): Schema[] {
  const all = (shapes: Schema[]) => shapes.flatMap((one) => alternatives({ components } as OpenApi, one));
  if (shape.$ref) {
    const name = nameOf(shape.$ref);
    const found = components.schemas[name];
    if (!found) throw new Error(`the document has no ${shape.$ref}`);
    return all([found]);
  }
  if (shape.anyOf) return all(shape.anyOf);
  if (shape.if && shape.else) return all([shape.if, shape.else]);
  if (Array.isArray(shape.type)) return shape.type.map((type) => ({ ...shape, type }));
  return [shape.const === undefined ? shape : { ...shape, enum: [shape.const] }];
}

/** `format` belongs to the kind: a date is no free text. */
function kindOf({ type, format, enum: values }: Schema): string {
  if (typeof type === 'string') return type === 'string' && format ? `string (${format})` : type;
  return values ? typeof values[0] : 'any';
}

/** A whole number is a number, and a date is a text. */
const covers = (known: string[], kind: string) =>
  known.includes(kind) ||
  (kind === 'integer' && known.includes('number')) ||
  (kind.startsWith('string (') && known.includes('string'));

const numeric = (type: Schema['type']) => (type === 'integer' ? 'number' : type);

/** Alternatives of the same type; none has two objects or two arrays. */
const pairs = (before: Schema[], now: Schema[]): Pair[] =>
  before.flatMap((released) => {
    const today = now.find(({ type }) => numeric(type) === numeric(released.type));
    return today ? [{ released, today }] : [];
  });

function enumBreaks({ released, today }: Pair, direction: Direction, at: string): string[] {
  const [before, now] = [released.enum, today.enum];
  if (direction === 'answer') {
    if (before && !now) return [line(at, 'may be any value')];
    return (now ?? []).filter((value) => before && !before.includes(value)).map((value) => line(at, `may be ${value}`));
  }
  if (!before && now) return [line(at, `must be one of ${now.join(', ')}`)];
  return (before ?? [])
    .filter((value) => now && !now.includes(value))
    .map((value) => line(at, `may no longer be ${value}`));
}

/** Values that were accepted and are not any more. */
function limitBreaks({ released, today }: Pair, at: string): string[] {
  const lowered = UPPER_LIMITS.filter((name) => (today[name] ?? Infinity) < (released[name] ?? Infinity));
  const raised = LOWER_LIMITS.filter((name) => (today[name] ?? -Infinity) > (released[name] ?? -Infinity));
  const pattern = today.pattern !== undefined && today.pattern !== released.pattern ? (['pattern'] as const) : [];
  return [...lowered, ...raised, ...pattern].map((name) => line(at, `${name} is ${String(today[name])} now`));
}
