import { Box, Input } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { dataOf, own } from '../../api/client.ts';
import { ChoiceMenu } from '../../form/choice-menu.tsx';
import { useLeaveFirst } from '../../form/leave-first.ts';
import { useAction } from '../../form/use-action.ts';
import { useTexts } from '../../language/language.tsx';
import { useMe } from '../../session/me.ts';
import { setSession } from '../../session/set-session.ts';
import { texts } from './texts.ts';

export function OrganizationChoice() {
  const t = useTexts(texts);
  const client = useQueryClient();
  const { organization, organizations } = useMe();
  const leaveFirst = useLeaveFirst();
  const choose = useAction({
    act: (id: string) => dataOf(own.PUT('/me/organization', { body: { organization_id: id } })),
    onDone: (me) => setSession(client, me),
    notifyError: true,
  });
  return (
    <Input.Wrapper labelElement="div" label={t.currentOrganization} description={t.currentOrganizationHint}>
      <Box mt="xs">
        <ChoiceMenu
          label={t.currentOrganization}
          value={organization.test_of ?? organization.id}
          choices={organizations
            .filter(({ mode }) => mode === 'live')
            .map(({ id, name }) => ({ value: id, label: name }))}
          // The page stays, but what is typed in it is of the organization until now.
          onChoose={(id) => void leaveFirst({ to: '.', search: true }, () => choose.mutate(id))}
        />
      </Box>
    </Input.Wrapper>
  );
}
