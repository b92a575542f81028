import { Code } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSuspenseQuery } from '@tanstack/react-query';
import { api, done } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { ConfirmButton } from '../../form/confirm-button.tsx';
import { GatedButton } from '../../form/gated-button.tsx';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { useIsTest } from '../../session/me.ts';
import { paymentsQuery } from '../../session/payments-query.ts';
import { EmptyState } from '../../shell/empty-state.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { texts as orderTexts } from '../orders/texts.ts';
import { AccountDialog } from './account-dialog.tsx';
import { accountsQuery } from './accounts-query.ts';
import { PROVIDER_NAMES } from './provider-names.ts';
import { texts } from './texts.ts';

type Account = Model<'PaymentAccount'>;

function useColumns(): Column<Account>[] {
  const t = useTexts(texts);
  const { methods } = useTexts(orderTexts);
  const { dateTime } = useFormats();
  return [
    { header: t.provider, cell: ({ provider }) => PROVIDER_NAMES[provider] },
    { header: t.status, cell: (account) => (account.in_use ? t.inUse : t.notInUse) },
    { header: t.mode, cell: ({ live }) => (live ? t.live : t.test) },
    { header: t.methods, cell: (account) => account.methods.map((method) => methods[method]).join(', ') },
    { header: t.webhookUrl, cell: (account) => <Code>{account.webhook_url}</Code> },
    { header: t.updated, unbroken: true, cell: (account) => dateTime(account.updated_at) },
    {
      header: '',
      cell: ({ provider, in_use: inUse }) =>
        inUse ? (
          <ConfirmButton
            needs="own"
            size="compact-sm"
            label={t.remove}
            question={t.removeQuestion(PROVIDER_NAMES[provider])}
            act={() => done(api.DELETE('/payment-accounts/{provider}', { params: { path: { provider } } }))}
            successMessage={t.removed}
          />
        ) : null,
    },
  ];
}

export function PaymentsPage() {
  const t = useTexts(texts);
  const { data } = useSuspenseQuery(accountsQuery);
  const { data: payments } = useSuspenseQuery(paymentsQuery);
  const isTest = useIsTest();
  const [setting, { open, close }] = useDisclosure();
  return (
    <>
      <PageHeader title={t.title} about={isTest ? t.aboutTest : t.about}>
        {isTest ? null : (
          <GatedButton needs="own" onClick={open}>
            {t.connect}
          </GatedButton>
        )}
      </PageHeader>
      <DataTable
        label={t.title}
        columns={useColumns()}
        rows={data.payment_accounts}
        keyOf={({ provider }) => provider}
        empty={
          <EmptyState
            icon="payments"
            title={isTest ? t.emptyTest : t.empty}
            about={isTest ? undefined : payments.sandbox ? t.emptySandbox : t.emptyAbout}
          />
        }
        minWidth={1000}
      />
      {setting ? <AccountDialog onClose={close} /> : null}
    </>
  );
}
