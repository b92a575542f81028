/**
 * The URL to which a buyer returns after cancelling at the provider: the same page, which then does not wait for money.
 */
export const cancelUrlOf = (returnUrl: string): string => `${returnUrl}?cancelled=1`;
