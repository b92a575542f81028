import sql from 'sql-template-tag';
import { expect } from 'vitest';
import { OPERATOR } from '../../src/audit-log/actor.ts';
import { setAccount } from '../../src/payments/accounts/set-account.ts';
import { paymongoAccounts } from '../../src/payments/paymongo/account-kind.ts';
import { xenditAccounts } from '../../src/payments/xendit/account-kind.ts';
import type { PaymentMethod } from '../../src/values/payment-method.ts';
import { publicId } from '../../src/values/public-id.ts';
import { type BoxOffice, type EventOnSale, openBoxOffice } from '../fixtures/box-office.ts';
import { openPaymongoStandIn, PAYMONGO_KEYS, type PaymongoStandIn } from './paymongo-stand-in.ts';
import type { ProviderStandIn, SentWebhook } from './stand-in.ts';
import { openXenditStandIn, XENDIT_KEYS, type XenditStandIn } from './xendit-stand-in.ts';

type Options = Pick<NonNullable<Parameters<typeof openBoxOffice>[0]>, 'sabotage' | 'instances' | 'providerTimeoutMs'>;

/** A box office with a payment account at the PayMongo stand-in. */
export async function openPaymongoOffice(
  options: Options & { mode?: 'live' | 'test'; capabilities?: string[]; methods?: PaymentMethod[] } = {},
) {
  const { mode = 'live', capabilities, methods = null, ...rest } = options;
  const standIn = await openPaymongoStandIn({ mode, ...(capabilities ? { capabilities } : {}) });
  const environment = { PAYMENT_PROVIDER: 'paymongo', PAYMONGO_URL: standIn.url };
  const office = await openBoxOffice({ ...rest, environment });
  await setAccount(office.db, {
    organizationId: office.organizationId,
    actor: OPERATOR,
    kind: paymongoAccounts({ baseUrl: standIn.url }),
    methods,
    ...PAYMONGO_KEYS[mode],
    secretsKeys: office.config.secretsKeys,
    now: office.now(),
  });
  return withStandIn<PaymongoStandIn>(office, standIn, 'paymongo');
}

/** Opens a box office whose provider is the Xendit stand-in. */
export async function openXenditOffice(options: Options & { mode?: 'live' | 'test'; methods?: PaymentMethod[] } = {}) {
  const { mode = 'live', methods = null, ...rest } = options;
  const standIn = await openXenditStandIn({ mode });
  // Xendit accepts only return addresses with TLS.
  const environment = {
    PAYMENT_PROVIDER: 'xendit',
    XENDIT_URL: standIn.url,
    PUBLIC_URL: 'https://tickets.example',
  };
  const office = await openBoxOffice({ ...rest, environment });
  await setAccount(office.db, {
    organizationId: office.organizationId,
    actor: OPERATOR,
    kind: xenditAccounts({ baseUrl: standIn.url }),
    methods,
    ...XENDIT_KEYS[mode],
    secretsKeys: office.config.secretsKeys,
    now: office.now(),
  });
  return withStandIn<XenditStandIn>(office, standIn, 'xendit');
}

/** The providers for tests that run with all of them. */
export const OFFICES: [name: string, open: (options?: Options) => Promise<MoneyOffice>][] = [
  ['PayMongo', openPaymongoOffice],
  ['Xendit', openXenditOffice],
];

/** A buyer at the provider's page. */
export interface PayingBuyer {
  checkout: { checkout_id: string; checkout_url: string };
  attemptId: string;
  sessionId: string;
}

function withStandIn<StandIn extends ProviderStandIn>(office: BoxOffice, standIn: StandIn, name: string) {
  standIn.useClock(office.clock);
  const tell = async ({ body, headers }: SentWebhook, organizationId = office.organizationId) => {
    const url = `/payments/${name}/${organizationId}/webhooks`;
    return (await office.inject({ method: 'POST', url, headers, payload: body })).statusCode;
  };
  standIn.tellTo(tell);

  const money = {
    ...office,
    standIn,
    tell,

    /** Presses Pay. @throws Error when the buyer does not end at the provider */
    async press(checkout: PayingBuyer['checkout'], method: PaymentMethod = 'GCASH'): Promise<PayingBuyer> {
      const page = await office.pay(checkout, method);
      if (page.status !== 0) throw new Error(`the buyer stays with us: ${page.status} ${page.text}`);
      const [attempt] = await office.db.query<{ id: string; sessionId: string }>(sql`
        select id, provider_session_id as session_id from payment_attempts where provider_url = ${page.url}`);
      if (!attempt) throw new Error(`${page.url} is no page of the provider`);
      return { checkout, attemptId: attempt.id, sessionId: attempt.sessionId };
    },
    async pressFor(event: Pick<EventOnSale, 'id'>, fields: Record<string, unknown> = {}, method?: PaymentMethod) {
      return money.press(await office.checkout(event, fields), method);
    },
    /** Buys and pays, and the provider notifies us. */
    async buyFor(event: Pick<EventOnSale, 'id'>, fields: Record<string, unknown> = {}) {
      const paying = await money.pressFor(event, fields);
      const payment = standIn.pay(paying.sessionId);
      await standIn.deliver();
      const { order_id: orderId, ticket_ids: ticketIds, status } = await office.stateOf(paying.checkout.checkout_id);
      if (orderId === null) throw new Error(`the checkout is ${status}`);
      return { ...paying, payment, orderId, ticketIds, ticketId: ticketIds[0] ?? '' };
    },
    /** The browser returns from the provider. */
    comeBack: ({ checkout, attemptId }: PayingBuyer, cancelled = false) =>
      office.browser.open(
        `${checkout.checkout_url}/return/${publicId(office.organizationId, attemptId)}${cancelled ? '?cancelled=1' : ''}`,
      ),

    /** Runs periodic tasks and moves the clock until nothing is left to do. */
    async quieten({ rounds = 8, seconds = 4 * 3_600 }: { rounds?: number; seconds?: number } = {}) {
      for (let round = 0; round < rounds; round++) {
        await standIn.deliver();
        while ((await office.followPayments()) > 0);
        await office.sweep();
        while ((await office.sendRefunds()) > 0);
        standIn.settleRefunds('succeeded');
        office.wait(seconds);
      }
    },

    /** Every peso at the provider bought an order or is being refunded, and refunds equal what we owed. */
    async everyPesoIsAccountedFor() {
      await office.expectConsistency();
      const rows = await office.db.query<{ id: string; amount: number; orderId: string | null; owed: number }>(sql`
        select p.provider_payment_id as id, p.amount_centavos as amount, p.order_id,
               (select coalesce(sum(r.amount_centavos), 0)::bigint from refunds r
                 where r.organization_id = p.organization_id and r.payment_id = p.id) as owed
          from payments p where p.organization_id = ${office.organizationId} and p.provider = ${name}`);
      const ours = new Map(rows.map((row) => [row.id, row]));
      const problems = standIn.payments().flatMap(({ id, amountCentavos, refunds }) => {
        const our = ours.get(id);
        if (!our) return [`${id}: we do not know of it`];
        const back = refunds
          .filter(({ status }) => status === 'succeeded')
          .reduce((sum, refund) => sum + refund.amountCentavos, 0);
        return [
          ...(our.amount === amountCentavos ? [] : [`${id}: ${our.amount} recorded, ${amountCentavos} paid`]),
          ...(our.orderId === null && our.owed !== amountCentavos
            ? [`${id}: bought nothing, and ${our.owed} is owed`]
            : []),
          ...(back === our.owed ? [] : [`${id}: ${our.owed} is owed, ${back} went back`]),
          ...(back <= amountCentavos ? [] : [`${id}: more went back than was paid`]),
        ];
      });
      expect(problems).toEqual([]);
      expect(ours.size).toBe(standIn.payments().length);
    },

    async close() {
      await office.close();
      await standIn.close();
    },
  };
  return money;
}

export type MoneyOffice<StandIn extends ProviderStandIn = ProviderStandIn> = ReturnType<typeof withStandIn<StandIn>>;
