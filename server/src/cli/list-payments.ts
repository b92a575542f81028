import { readConfig } from '../config/config.ts';
import { listAccounts } from '../payments/accounts/queries.ts';
import { webhookUrl } from '../payments/accounts/webhook-url.ts';
import type { Command } from './command.ts';
import { publicUrlOf, uuidOf } from './fields.ts';
import { print, withOrganization } from './with-database.ts';

export const listPaymentsCommand: Command = {
  name: 'payments list',
  summary: "Show an organization's payment accounts, without their secrets",
  options: { organization: { value: 'ID', help: 'Organization of the accounts', required: true } },
  async run(values) {
    const config = readConfig();
    const organizationId = uuidOf(values, 'organization');
    const accounts = await withOrganization(organizationId, listAccounts);
    if (accounts.length === 0)
      print(`The organization has no payment account. It uses PAYMENT_PROVIDER (${config.paymentProvider}).`);
    for (const { provider, live, channels, inUse, updatedAt } of accounts)
      print(
        `${provider}  ${live ? 'live' : 'test mode'}, ${inUse ? 'in use' : 'not in use'} since ${updatedAt.toISOString()}`,
        `  ways to pay: ${channels.join(', ')}`,
        `  webhook URL: ${webhookUrl(publicUrlOf(config), provider, organizationId)}`,
      );
  },
};
