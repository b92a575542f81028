import { join } from 'node:path';
import { fileTransport, type MailTransport, smtpTransport } from './transport.ts';

/**
 * Through the mail server of the settings; without one into files, so that nothing is lost and everything can be looked
 * at.
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
