/** Payment providers with an adapter. */
export const PROVIDER_NAMES = ['sandbox', 'paymongo', 'xendit'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];
