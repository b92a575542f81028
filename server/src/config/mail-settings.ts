import type { Environment } from './environment.ts';

/** An address without a display name, which is the organization's. */
const ADDRESS = /^[^\s@"(),:;<>[\]\\]+@[^\s@"(),:;<>[\]\\]+$/;

export const readMailSettings = (env: Environment) => ({
  /** SMTP server; null means that mails are kept as files in the data directory. */
  mailUrl: env.serverUrl('MAIL_URL', ['smtp:', 'smtps:']),
  /** The sender address of mails. */
  mailFrom: readSender(env),
});

function readSender(env: Environment): string {
  const address = env.text('MAIL_FROM') ?? 'tickets@localhost';
  if (!ADDRESS.test(address)) env.refuse('MAIL_FROM', `be an e-mail address, not "${address}"`);
  return address;
}
