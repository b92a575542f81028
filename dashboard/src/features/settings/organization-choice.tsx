import { NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ask } from '../../api/client.ts';
import { useAction } from '../../form/use-action.ts';
import { useTexts } from '../../language/language.tsx';
import { become } from '../../session/become.ts';
import { useMe } from '../../session/me.ts';
import type { Me } from '../../session/me-query.ts';
import { texts } from './texts.ts';

export function OrganizationChoice() {
  const t = useTexts(texts);
  const client = useQueryClient();
  const { organization, organizations } = useMe();
  const choose = useAction({
    act: (id: string) => ask<Me>('PUT', '/me/organization', { organization_id: id }),
    onDone: (me) => become(client, me),
    tellRefusal: true,
  });
  return (
    <NativeSelect
      label={t.organizations}
      description={t.organizationsHint}
      value={organization.id}
      data={organizations.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={({ currentTarget: { value } }) => choose.mutate(value)}
    />
  );
}
