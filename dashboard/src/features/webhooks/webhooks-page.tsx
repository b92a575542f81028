import { Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import { postOnce } from '../../api/post-once.ts';
import { GatedButton } from '../../form/gated-button.tsx';
import { SecretOnce } from '../../form/secret-once.tsx';
import { useTexts } from '../../language/language.tsx';
import { EmptyState } from '../../shell/empty-state.tsx';
import { ButtonLink, TextLink } from '../../shell/links.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { Pager } from '../../table/pager.tsx';
import { texts } from './texts.ts';
import { WebhookDialog } from './webhook-dialog.tsx';
import { type Webhook, webhooksQuery } from './webhook-queries.ts';
import { WebhookState } from './webhook-state.tsx';

const route = getRouteApi('/inside/webhooks');

function useColumns(): Column<Webhook>[] {
  const t = useTexts(texts);
  return [
    {
      header: t.url,
      cell: ({ id, url }) => (
        <TextLink to="/webhooks/$webhookId" params={{ webhookId: id }}>
          {url}
        </TextLink>
      ),
    },
    { header: t.types, cell: ({ events }) => events.map((type) => t.typeTexts[type]).join(', ') },
    { header: t.status, cell: (webhook) => <WebhookState webhook={webhook} /> },
  ];
}

export function WebhooksPage() {
  const t = useTexts(texts);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useSuspenseQuery(webhooksQuery(search));
  const columns = useColumns();
  const [creating, { open, close }] = useDisclosure();
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Stack>
      <PageHeader title={t.title} about={t.about}>
        <ButtonLink variant="default" to="/webhooks/deliveries" search={{}}>
          {t.allDeliveries}
        </ButtonLink>
        <GatedButton needs="manage" onClick={open}>
          {t.create}
        </GatedButton>
      </PageHeader>
      {secret ? <SecretOnce label={t.secret} secret={secret} /> : null}
      <DataTable
        label={t.title}
        columns={columns}
        rows={data.webhooks}
        keyOf={({ id }) => id}
        empty={<EmptyState icon="webhooks" title={t.empty} about={t.emptyAbout} />}
      />
      <Pager meta={data.meta} onPage={(page) => navigate({ search: { page } })} />
      {creating ? (
        <WebhookDialog
          title={t.create}
          submit={t.createSubmit}
          act={async ({ url, events, payload }) => {
            const created = await dataOf(postOnce('/webhooks', { body: { url, events, payload } }));
            setSecret(created.secret);
          }}
          onClose={close}
        />
      ) : null}
    </Stack>
  );
}
