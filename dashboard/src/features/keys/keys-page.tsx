import { Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { api, done } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { ConfirmButton } from '../../form/confirm-button.tsx';
import { GatedButton } from '../../form/gated-button.tsx';
import { SecretOnce } from '../../form/secret-once.tsx';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { EmptyState } from '../../shell/empty-state.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { Pager } from '../../table/pager.tsx';
import { StatusBadge } from '../../table/status-badge.tsx';
import { keysQuery } from './keys-query.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/inside/keys');

type Key = Model<'ApiKey'>;

function stateOf({ revoked_at: revoked, expires_at: expires }: Key) {
  if (revoked) return 'revoked';
  return expires && new Date(expires) <= new Date() ? 'expired' : 'on';
}

function useColumns(): Column<Key>[] {
  const t = useTexts(texts);
  const { dateTime } = useFormats();
  return [
    { header: t.name, cell: ({ name }) => name },
    { header: t.scopes, cell: ({ scopes }) => scopes.map((scope) => t.scopeTexts[scope]).join(', ') },
    { header: t.key, unbroken: true, cell: (key) => `…${key.last_four}` },
    { header: t.created, unbroken: true, cell: (key) => dateTime(key.created_at) },
    { header: t.used, unbroken: true, cell: (key) => (key.last_used_at ? dateTime(key.last_used_at) : t.never) },
    { header: t.status, cell: (key) => <StatusBadge status={stateOf(key)} /> },
    {
      header: '',
      cell: (key) =>
        key.revoked_at ? null : (
          <ConfirmButton
            needs="own"
            size="compact-sm"
            label={t.revoke}
            title={t.revokeTitle}
            question={t.revokeQuestion(key.name)}
            act={() => done(api.DELETE('/api-keys/{id}', { params: { path: { id: key.id } } }))}
            successMessage={t.revoked}
          />
        ),
    },
  ];
}

export function KeysPage() {
  const t = useTexts(texts);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useSuspenseQuery(keysQuery(search));
  const columns = useColumns();
  const [creating, { open, close }] = useDisclosure();
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Stack>
      <PageHeader title={t.title} about={t.about}>
        <GatedButton needs="own" onClick={open}>
          {t.create}
        </GatedButton>
      </PageHeader>
      {secret ? <SecretOnce label={t.new} secret={secret} /> : null}
      <DataTable
        label={t.title}
        columns={columns}
        rows={data.api_keys}
        keyOf={({ id }) => id}
        empty={<EmptyState icon="keys" title={t.empty} about={t.emptyAbout} />}
      />
      <Pager meta={data.meta} onPage={(page) => navigate({ search: { page } })} />
      {creating ? <NewKeyDialog onClose={close} onCreated={setSecret} /> : null}
    </Stack>
  );
}
