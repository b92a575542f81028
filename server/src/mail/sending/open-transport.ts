import { mailDirectory } from './mail-files.ts';
import { fileTransport, type MailTransport, smtpTransport } from './transport.ts';

/**
 * Sends through the configured mail server. Without one it writes files, so that nothing is lost and every mail can be
 * inspected.
 */
export function openTransport(settings: { mailUrl: string | null; mailFrom: string; dataDir: string }): MailTransport {
  const { mailUrl, mailFrom: from } = settings;
  return mailUrl === null ? fileTransport(mailDirectory(settings.dataDir), { from }) : smtpTransport(mailUrl, { from });
}
