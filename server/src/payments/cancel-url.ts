/** Where a buyer who gave up at the provider comes back to: the same page, which then does not wait for money. */
export const cancelUrlOf = (returnUrl: string): string => `${returnUrl}?cancelled=1`;
