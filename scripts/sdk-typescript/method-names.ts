/** The resources of the SDK by the document's tags, where the tag in camelCase is not the name. */
const RESOURCES: Record<string, string> = { Payments: 'paymentAccounts' };

/** Methods whose name does not come from their `operationId`. */
const METHODS: Record<string, string> = {
  findTicketByCode: 'findByCode',
  removeFromWaitingList: 'remove',
  rotateWebhookSecret: 'rotateSecret',
  listChanges: 'list',
  streamLive: 'stream',
};

/** Words whose last letter does not say that there are several. */
const UNCHANGED = ['series', 'analytics'];

/** `Check-in lists` → `checkInLists`. */
export const resourceOf = (tag: string): string => RESOURCES[tag] ?? camelCase(tag);

/**
 * The `operationId` without the noun that the resource says already: `createEvent` of `Events` → `create`,
 * `refundOrder` of `Orders` → `refund`, `uploadCover` of `Events` stays.
 */
export function methodOf(operationId: string, tag: string): string {
  const several = pascalCase(resourceOf(tag));
  const noun = [several, singular(several)].find((name) => operationId.endsWith(name));
  return METHODS[operationId] ?? (noun ? operationId.slice(0, -noun.length) : operationId);
}

/** The name of a part of a path as a parameter: `{id}` in `/events/{id}/tiers` → `eventId`. */
export function parameterOf(path: string, name: string): string {
  const [, before = ''] = path.split(`/{${name}}`, 1)[0]?.match(/([\w-]+)$/) ?? [];
  return name === 'id' ? `${singular(camelCase(before))}Id` : camelCase(name);
}

export const pascalCase = (words: string): string => {
  const name = camelCase(words);
  return name.charAt(0).toUpperCase() + name.slice(1);
};

function camelCase(words: string): string {
  const parts = words.split(/[\s._-]+/).filter((part) => part !== '');
  return parts.map((part, index) => (index === 0 ? lowerFirst(part) : upperFirst(part))).join('');
}

/** `API keys` → `apiKeys`, `tickets` → `tickets`. */
const lowerFirst = (word: string) =>
  word === word.toUpperCase() ? word.toLowerCase() : word.charAt(0).toLowerCase() + word.slice(1);
const upperFirst = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function singular(name: string): string {
  if (UNCHANGED.some((word) => name.toLowerCase().endsWith(word))) return name;
  return name.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');
}
