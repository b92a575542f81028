import { Box, Input } from '@mantine/core';
import { ChoiceMenu } from '../../form/choice-menu.tsx';
import { useLeaveFirst } from '../../form/leave-first.ts';
import { useTexts } from '../../language/language.tsx';
import { useMe } from '../../session/me.ts';
import { useChangeOrganization } from '../../session/use-change-organization.ts';
import { texts } from './texts.ts';

export function OrganizationChoice() {
  const t = useTexts(texts);
  const { organization, organizations } = useMe();
  const leaveFirst = useLeaveFirst();
  const choose = useChangeOrganization((id: string) => id);
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
