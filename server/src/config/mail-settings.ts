import type { Environment } from './environment.ts';

/** Without a name: that is the organization's. */
const ADDRESS = /^[^\s@"(),:;<>[\]\\]+@[^\s@"(),:;<>[\]\\]+$/;

export const readMailSettings = (env: Environment) => ({
  /** Where mails go; null: they are kept as files in the data directory. */
  mailUrl: env.serverUrl('MAIL_URL', ['smtp:', 'smtps:']),
  /** The address that mails come from. */
  mailFrom: readSender(env),
});

function readSender(env: Environment): string {
  const address = env.text('MAIL_FROM') ?? 'tickets@localhost';
  if (!ADDRESS.test(address)) env.refuse('MAIL_FROM', `be an e-mail address, not "${address}"`);
  return address;
}
