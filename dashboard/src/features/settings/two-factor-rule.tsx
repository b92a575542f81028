import { Group, Stack, Text, Title } from '@mantine/core';
import { api, dataOf } from '../../api/client.ts';
import { ConfirmButton } from '../../form/confirm-button.tsx';
import { useTexts } from '../../language/language.tsx';
import { useMe } from '../../session/me.ts';
import { texts } from './texts.ts';

/** Whether every member of the organization needs a second factor. */
export function TwoFactorRule() {
  const t = useTexts(texts);
  const { two_factor_required: isRequired } = useMe().organization;
  const words = isRequired ? t.ruleOn : t.ruleOff;
  return (
    <Stack>
      <Title order={3}>{t.rule}</Title>
      <Text>{words.state}</Text>
      <Group>
        <ConfirmButton
          needs="own"
          label={words.action}
          question={words.question}
          act={() => dataOf(api.PUT('/organization/two-factor', { body: { required: !isRequired } }))}
          successMessage={t.saved}
        />
      </Group>
    </Stack>
  );
}
