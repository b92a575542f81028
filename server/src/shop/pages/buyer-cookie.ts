/** As long as the form is kept: after that the tickets are in the mail. */
export const THANKS_SECONDS = 86_400;

/** The cookie that proves to the page after the payment that this browser bought: one for each checkout. */
export const buyerCookie = (checkoutCode: string): string => `buyer_${checkoutCode}`;
