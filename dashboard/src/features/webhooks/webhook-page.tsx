import { Stack, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { api, dataOf, done } from '../../api/client.ts';
import { postOnce } from '../../api/post-once.ts';
import { ConfirmButton } from '../../form/confirm-button.tsx';
import { GatedButton } from '../../form/gated-button.tsx';
import { SecretOnce } from '../../form/secret-once.tsx';
import { texts as formTexts } from '../../form/texts.ts';
import { useAction } from '../../form/use-action.ts';
import { useTexts } from '../../language/language.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { Deliveries } from './deliveries.tsx';
import { texts } from './texts.ts';
import { WebhookDialog } from './webhook-dialog.tsx';
import { webhookQuery } from './webhook-queries.ts';
import { WebhookState } from './webhook-state.tsx';

const route = getRouteApi('/inside/webhooks/$webhookId');

export function WebhookPage() {
  const t = useTexts(texts);
  const { save: submit, saved } = useTexts(formTexts);
  const { webhookId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: webhook } = useSuspenseQuery(webhookQuery(webhookId));
  const [editing, { open, close }] = useDisclosure();
  const [secret, setSecret] = useState<string | null>(null);
  const params = { path: { id: webhookId } };
  const test = useAction({
    act: () => dataOf(api.POST('/webhooks/{id}/test', { params })),
    successMessage: t.tested,
    notifyError: true,
  });
  return (
    <Stack>
      <PageHeader title={webhook.url} about={<WebhookState webhook={webhook} />}>
        <GatedButton needs="manage" loading={test.isPending} onClick={() => test.mutate()}>
          {t.test}
        </GatedButton>
        <GatedButton needs="manage" variant="default" onClick={open}>
          {t.edit}
        </GatedButton>
        <ConfirmButton
          needs="manage"
          label={t.rotate}
          question={t.rotateQuestion}
          act={async () => {
            const rotated = await dataOf(postOnce('/webhooks/{id}/rotate-secret', { params }));
            setSecret(rotated.secret);
          }}
        />
        <ConfirmButton
          needs="manage"
          label={t.remove}
          title={t.removeTitle}
          question={t.removeQuestion}
          act={() => done(api.DELETE('/webhooks/{id}', { params }))}
          successMessage={t.removed}
          onDone={() => void navigate({ to: '/webhooks' })}
        />
      </PageHeader>
      {secret ? <SecretOnce label={t.secret} secret={secret} /> : null}
      <Title order={2}>{t.deliveries}</Title>
      <Deliveries
        webhookId={webhookId}
        search={search}
        onSearch={(changed) => navigate({ search: (before) => ({ ...before, ...changed }) })}
      />
      {editing ? (
        <WebhookDialog
          webhook={webhook}
          title={t.edit}
          submit={submit}
          act={(_body, changed) => dataOf(api.PUT('/webhooks/{id}', { params, body: changed }))}
          successMessage={saved}
          onClose={close}
        />
      ) : null}
    </Stack>
  );
}
