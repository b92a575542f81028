/** Providers at which an organization can have its own account. */
export const ACCOUNT_PROVIDERS = ['paymongo', 'xendit'] as const;
export type AccountProvider = (typeof ACCOUNT_PROVIDERS)[number];
