import { UNAMBIGUOUS, unambiguousCharacters } from '../values/unambiguous.ts';

/** People quote it in mails and on the phone; programs keep to the id. */
const PREFIX = 'TK';
const GROUP = 4;
const LENGTH = 2 * GROUP;

/**
 * `TK-7F3K-29QD`: 30^8 is 39 bits, and among a million orders of an organization a new number is taken with a
 * probability of one in half a million. It opens nothing: the links to orders carry a proof of their own. The eight
 * characters do not begin with `TK`: searched without the prefix, they would be taken for the beginning of another
 * number.
 */
export function newOrderNumber(): string {
  const characters = unambiguousCharacters(LENGTH);
  return characters.startsWith(PREFIX) ? newOrderNumber() : stored(characters);
}

/** Pattern of an order number as stored and shown, for the API's description. */
export const ORDER_NUMBER_PATTERN = `^${PREFIX}-[${UNAMBIGUOUS}]{${GROUP}}-[${UNAMBIGUOUS}]{${GROUP}}$`;

const GROUPS = `([${UNAMBIGUOUS}]{0,${LENGTH}})`;
const WITH_PREFIX = new RegExp(`^${PREFIX}${GROUPS}$`);
const WITHOUT_PREFIX = new RegExp(`^${GROUPS}$`);

/**
 * The beginning of an order number that a search text can mean, in its stored form: in any case, with or without
 * dashes, and without `TK` when all eight characters are there. Letters alone can be a name, too: `tkac` is one, and
 * `TK-AC` is not.
 */
export function orderNumberBeginning(typed: string): string | undefined {
  const text = typed.toUpperCase().replaceAll(/[\s-]/g, '');
  const [, afterPrefix] = WITH_PREFIX.exec(text) ?? [];
  if (afterPrefix) return hasNumberForm(typed) || afterPrefix.length === LENGTH ? stored(afterPrefix) : undefined;
  const [, all = ''] = WITHOUT_PREFIX.exec(text) ?? [];
  return all.length === LENGTH ? stored(all) : undefined;
}

const hasNumberForm = (typed: string): boolean => /\d/.test(typed) || /^tk-/i.test(typed);

const stored = (characters: string): string =>
  [PREFIX, characters.slice(0, GROUP), characters.slice(GROUP)].filter((part) => part !== '').join('-');
