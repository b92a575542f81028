import { Alert, Button, Checkbox, Group, List, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { postOnce } from '../../api/post-once.ts';
import { isProblem } from '../../api/problem.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { GatedButton } from '../../form/gated-button.tsx';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { ColumnTable } from './column-table.tsx';
import { bodyOf, type ImportValues, type Preview } from './import-values.ts';
import { RowTable } from './row-table.tsx';
import { texts } from './texts.ts';

interface ImportPreviewProps {
  eventId: string;
  preview: Preview;
  /** A change of it is on its way. */
  isPending: boolean;
  values: ImportValues;
  /** Changes the values, and asks for their preview. */
  onChange: (changed: Partial<ImportValues>) => void;
  onDone: (made: Model<'Import'>) => void;
}

/** What the import would do, what keeps it from it, and the button. */
export function ImportPreview({ eventId, preview, isPending, values, onChange, onDone }: ImportPreviewProps) {
  const t = useTexts(texts);
  const { number, pesos } = useFormats();
  const [isAsking, setAsking] = useState(false);
  const wrong = preview.rows.filter(({ status }) => status === 'error');
  const codes = preview.rows.flatMap(({ problems, warnings }) => [...problems, ...warnings].map(({ code }) => code));
  const send = async () => {
    const body = { ...bodyOf(values), total_amount: preview.total_amount };
    try {
      onDone(await dataOf(postOnce('/events/{id}/imports', { params: { path: { id: eventId } }, body })));
    } catch (error) {
      // Something changed since the preview.
      if (isProblem(error, 409)) onChange({});
      throw error;
    }
  };
  return (
    <Stack>
      <Title order={2}>{t.columnsTitle}</Title>
      <ColumnTable eventId={eventId} columns={preview.columns} onChange={(columns) => onChange({ columns })} />
      <Title order={2}>{t.rowsTitle}</Title>
      <Text role="status">{t.counts(number(preview.ready), number(preview.errors), number(preview.skipped))}</Text>
      {preview.tiers.length > 0 ? (
        <List>
          {preview.tiers.map(({ tier_id: tierId, name, tickets, available }) => (
            <List.Item key={tierId}>{t.ofTier(name, number(tickets), number(available))}</List.Item>
          ))}
        </List>
      ) : null}
      {codes.includes('has_ticket') ? (
        <Checkbox
          label={t.allowDuplicates}
          checked={values.allowDuplicates}
          onChange={({ currentTarget: { checked } }) => onChange({ allowDuplicates: checked })}
        />
      ) : null}
      {wrong.length > 0 ? (
        <Alert color="red" role="alert" title={t.wrong(number(wrong.length))}>
          <Button
            variant="default"
            onClick={() => onChange({ skippedRows: [...values.skippedRows, ...wrong.map(({ row }) => row)] })}
          >
            {t.leaveOut(number(wrong.length))}
          </Button>
        </Alert>
      ) : null}
      {values.skippedRows.length > 0 ? (
        <Group>
          <Button variant="subtle" onClick={() => onChange({ skippedRows: [] })}>
            {t.takeBack(number(values.skippedRows.length))}
          </Button>
        </Group>
      ) : null}
      <RowTable rows={preview.rows} />
      {wrong.length === 0 && preview.ready > 0 ? (
        <Group>
          <GatedButton needs="box_office" loading={isPending} onClick={() => setAsking(true)}>
            {t.submit(number(preview.ready))}
          </GatedButton>
        </Group>
      ) : null}
      {isAsking ? (
        <ConfirmDialog
          title={t.submit(number(preview.ready))}
          question={t.question(number(preview.tickets), pesos(preview.total_amount), values.sendTickets)}
          act={send}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Stack>
  );
}
