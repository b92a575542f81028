/** What payment providers call themselves, by their id in the API. */
export const PROVIDER_NAMES = { paymongo: 'PayMongo', xendit: 'Xendit' };

export type Provider = keyof typeof PROVIDER_NAMES;
