import { join } from 'node:path';
import { fileTransport, type MailTransport, smtpTransport } from './transport.ts';

/**
 * Sends through the configured mail server. Without one it writes files, so that nothing is lost and every mail can be
 * inspected.
 */
export const openTransport = ({
  mailUrl,
  mailFrom: from,
  dataDir,
}: {
  mailUrl: string | null;
  mailFrom: string;
  dataDir: string;
}): MailTransport =>
  mailUrl === null ? fileTransport(join(dataDir, 'mail'), { from }) : smtpTransport(mailUrl, { from });
