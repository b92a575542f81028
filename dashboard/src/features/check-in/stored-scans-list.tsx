import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useFormats } from '../../language/formats.ts';
import { useLanguage, useTexts } from '../../language/language.tsx';
import { refusalWords } from '../../refusals/refusal-words.ts';
import { useMe } from '../../session/me.ts';
import { resultOf } from './refused-ticket.ts';
import { deleteScan, type StoredScan, storedScansQuery } from './stored-scans.ts';
import { texts } from './texts.ts';
import { uploadsQuery } from './upload-scans.ts';

/** Check-ins that were made offline: how many are waiting to be sent, and which the server rejected. */
export function StoredScansList() {
  const t = useTexts(texts);
  const { number } = useFormats();
  const { organization } = useMe();
  useQuery(uploadsQuery(organization.id));
  const { data: scans = [] } = useQuery(storedScansQuery(organization.id));
  const refused = scans.filter(({ refusal }) => refusal !== undefined);
  const waiting = scans.length - refused.length;
  return (
    <>
      <Text role="status">{waiting > 0 ? t.waiting(number(waiting)) : ''}</Text>
      {refused.length > 0 ? <RejectedScans refused={refused} /> : null}
    </>
  );
}

/** Rejected check-ins of people who were admitted, shown until they are dismissed. */
function RejectedScans({ refused }: { refused: StoredScan[] }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const { dateTime } = useFormats();
  const client = useQueryClient();
  const { organization } = useMe();
  const reasonOf = (refusal: StoredScan['refusal']) => {
    if (!refusal) return null;
    const { at, by } = resultOf(refusal) ?? {};
    return [refusalWords(language, refusal), at ? t.since(dateTime(at)) : null, by ? t.by(by) : null]
      .filter(Boolean)
      .join(' · ');
  };
  const dismiss = (nonce: string) => {
    deleteScan(organization.id, nonce);
    void client.invalidateQueries(storedScansQuery(organization.id));
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
              <Text>{reasonOf(refusal)}</Text>
            </div>
            <Button variant="default" size="compact-md" onClick={() => dismiss(nonce)}>
              {t.dismiss}
            </Button>
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}
