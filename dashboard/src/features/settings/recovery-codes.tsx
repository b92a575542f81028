import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { dataOf, own } from '../../api/client.ts';
import { ProblemAlert } from '../../form/problem-alert.tsx';
import { SecretOnce } from '../../form/secret-once.tsx';
import { useAction } from '../../form/use-action.ts';
import { useTexts } from '../../language/language.tsx';
import { useMe } from '../../session/me.ts';
import { texts } from './texts.ts';

interface RecoveryCodesProps {
  /** Codes that were just made. The server shows them only once. */
  codes: string[];
  onCodes: (codes: string[]) => void;
}

/** The codes for a person who has lost their phone: how many are left, and new ones. */
export function RecoveryCodes({ codes, onCodes }: RecoveryCodesProps) {
  const t = useTexts(texts);
  const { recovery_codes_left: left } = useMe().user;
  const renew = useAction({
    act: () => dataOf(own.POST('/me/recovery-codes')),
    onDone: ({ recovery_codes }) => onCodes(recovery_codes),
  });
  return (
    <Stack>
      <Title order={3}>{t.recoveryCodes}</Title>
      <Text>{t.recoveryCodesAbout}</Text>
      {codes.length > 0 ? (
        <SecretOnce
          key={codes.join()}
          label={t.recoveryCodesNew}
          secret={codes.join('\n')}
          unsaved={{ question: t.recoveryCodesLeave, saved: t.recoveryCodesSaved }}
        />
      ) : null}
      <Text>{t.recoveryCodesLeft(left)}</Text>
      <ProblemAlert error={renew.error} />
      <Group>
        <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate()}>
          {t.recoveryCodesRenew}
        </Button>
      </Group>
    </Stack>
  );
}
