import type { Config } from '../config/config.ts';
import type { OrganizationMode } from '../organizations/organization.ts';
import type { Database } from '../platform/database/database.ts';
import type { ProviderName } from '../values/provider-name.ts';
import type { Uuid } from '../values/uuid.ts';
import { accountsAt } from './accounts/account.ts';
import { findPaymentChoice, type PaymentChoice } from './accounts/queries.ts';
import { paymongoProvider } from './paymongo/paymongo-provider.ts';
import type { PaymentProvider } from './provider.ts';
import type { ProviderServer } from './provider-client.ts';
import { sandboxProvider } from './sandbox/sandbox-provider.ts';
import { xenditProvider } from './xendit/xendit-provider.ts';

export interface PaymentProviders {
  /** The provider with this name. @throws Error for an unknown name */
  named(name: string): PaymentProvider;
  /**
   * Whether buyers of an organization get tickets without paying: in the sandbox, or with the test cards of a provider
   * whose test key is set. Every page says so.
   */
  takesNoMoney(organizationId: Uuid): Promise<boolean>;
  /**
   * Whether the sandbox may end a payment of the organization, and in which mode: only while it is its provider, so
   * that what is left from before gives away no tickets. null: not at all.
   */
  sandboxMode(organizationId: Uuid): Promise<OrganizationMode | null>;
  /**
   * The provider of new payments: the sandbox for a test organization, for a live one its own choice, else
   * `PAYMENT_PROVIDER`.
   */
  ofOrganization(organizationId: Uuid): Promise<PaymentProvider>;
}

export function paymentProviders(db: Database, all: PaymentProvider[], fallback: ProviderName): PaymentProviders {
  function named(name: string): PaymentProvider {
    const provider = all.find((candidate) => candidate.name === name);
    if (!provider) throw new Error(`there is no payment provider ${name}`);
    return provider;
  }
  const choiceOf = (organizationId: Uuid) => findPaymentChoice(db, organizationId);
  const nameIn = (choice: PaymentChoice | undefined): ProviderName =>
    choice?.isTest ? 'sandbox' : (choice?.provider ?? fallback);
  return {
    named,
    sandboxMode: async (organizationId) => {
      const choice = await choiceOf(organizationId);
      if (nameIn(choice) !== 'sandbox') return null;
      return choice?.isTest ? 'test' : 'live';
    },
    takesNoMoney: async (organizationId) => {
      const choice = await choiceOf(organizationId);
      return nameIn(choice) === 'sandbox' || choice?.live === false;
    },
    ofOrganization: async (organizationId) => named(nameIn(await choiceOf(organizationId))),
  };
}

/** All providers. The sandbox is always included: for test organizations, and for earlier payments made with it. */
export function configuredProviders(
  db: Database,
  { secretsKeys, paymongoUrl, xenditUrl }: Pick<Config, 'secretsKeys' | 'paymongoUrl' | 'xenditUrl'>,
  { publicUrl, ...connection }: { publicUrl: () => string } & Omit<ProviderServer, 'baseUrl'>,
): PaymentProvider[] {
  return [
    sandboxProvider(db, publicUrl),
    paymongoProvider(accountsAt(db, secretsKeys, 'paymongo'), { baseUrl: paymongoUrl, ...connection }),
    xenditProvider(accountsAt(db, secretsKeys, 'xendit'), { baseUrl: xenditUrl, ...connection }),
  ];
}
