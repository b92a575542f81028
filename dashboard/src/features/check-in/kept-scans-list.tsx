import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useFormats } from '../../language/formats.ts';
import { useLanguage, useTexts } from '../../language/language.tsx';
import { refusalWords } from '../../refusals/refusal-words.ts';
import { useMe } from '../../session/me.ts';
import { dropScan, type KeptScan, keptScansQuery } from './kept-scans.ts';
import { saidAtDoor } from './refused-at-door.ts';
import { texts } from './texts.ts';
import { uploadsQuery } from './upload-scans.ts';

/** What was done here without a network: how much of it the server is not told of yet, and what it said no to. */
export function KeptScansList() {
  const t = useTexts(texts);
  const { number } = useFormats();
  const { organization } = useMe();
  useQuery(uploadsQuery(organization.id));
  const { data: scans = [] } = useQuery(keptScansQuery(organization.id));
  const refused = scans.filter(({ refusal }) => refusal !== undefined);
  const waiting = scans.length - refused.length;
  return (
    <>
      <Text role="status">{waiting > 0 ? t.waiting(number(waiting)) : ''}</Text>
      {refused.length > 0 ? <Refusals refused={refused} /> : null}
    </>
  );
}

/** Who was let in here and should not have been: told of until somebody has seen it. */
function Refusals({ refused }: { refused: KeptScan[] }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const { dateTime } = useFormats();
  const client = useQueryClient();
  const { organization } = useMe();
  const whyNot = (refusal: KeptScan['refusal']) => {
    if (!refusal) return null;
    const { at, by } = saidAtDoor(refusal) ?? {};
    return [refusalWords(language, refusal), at ? t.since(dateTime(at)) : null, by ? t.by(by) : null]
      .filter(Boolean)
      .join(' · ');
  };
  const forget = (nonce: string) => {
    dropScan(organization.id, nonce);
    void client.invalidateQueries(keptScansQuery(organization.id));
  };
  return (
    <Alert color="red" title={t.refusals} role="alert">
      <Text>{t.refusalsAbout}</Text>
      <Stack component="ul" gap="sm" p={0} m={0} mt="sm" style={{ listStyle: 'none' }}>
        {refused.map(({ nonce, name, ticketNumber, scannedAt, refusal }) => (
          <Group key={nonce} component="li" justify="space-between" gap="xs">
            <div>
              <Text fw={700}>{`${name} · ${ticketNumber}`}</Text>
              <Text>{t.letIn(dateTime(scannedAt))}</Text>
              <Text>{whyNot(refusal)}</Text>
            </div>
            <Button variant="default" size="compact-md" onClick={() => forget(nonce)}>
              {t.seen}
            </Button>
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}
