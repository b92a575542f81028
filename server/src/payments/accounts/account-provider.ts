/** Where an organization can have an account of its own. */
export const ACCOUNT_PROVIDERS = ['paymongo', 'xendit'] as const;
export type AccountProvider = (typeof ACCOUNT_PROVIDERS)[number];
