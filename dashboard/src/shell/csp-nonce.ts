/** The Content-Security-Policy allows only styles with this nonce. Vite adds the element, the server the nonce. */
export const cspNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
