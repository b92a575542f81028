/**
 * Mail programs know styles on the element alone, which the policy of this page forbids, in its frames too. So each
 * style moves into one sheet that the policy allows by its nonce. The server escapes every quote in what people wrote:
 * these attributes are its own.
 */
export function styledByNonce(mail: string, nonce: string): string {
  const rules: string[] = [];
  const html = mail.replaceAll(/ style="([^"]*)"/g, (_whole, css: string) => {
    rules.push(`[data-style="${rules.length}"]{${css}}`);
    return ` data-style="${rules.length - 1}"`;
  });
  return html.replace('</head>', `<style nonce="${nonce}">${rules.join('\n')}</style></head>`);
}
