/** Both are one domain, at which dots before the @ do not count (https://support.google.com/mail/answer/7436150). */
const GMAIL = /@(gmail|googlemail)\.com$/;

/**
 * The mailbox in which mails to an address arrive, to compare addresses: what stands behind a + arrives in the same
 * one. Mails are still sent to the address as it was typed.
 */
export function mailboxOf(address: string): string {
  const plain = address.toLowerCase().replace(/\+[^@]*/, '');
  if (!GMAIL.test(plain)) return plain;
  return `${plain.replace(GMAIL, '').replaceAll('.', '')}@gmail.com`;
}
