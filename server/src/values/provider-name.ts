/** Payment providers that there are adapters for. */
export const PROVIDER_NAMES = ['sandbox', 'paymongo', 'xendit'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];
