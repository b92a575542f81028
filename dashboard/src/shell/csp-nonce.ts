/** The policy of the page lets only styles with this number be added. Vite puts the element there, the server the number. */
export const cspNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
