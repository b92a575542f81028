import {
  Card,
  Checkbox,
  Code,
  FileInput,
  Group,
  NativeSelect,
  Radio,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { chooseAgain } from '../../form/choose-again.ts';
import { ProblemAlert } from '../../form/problem-alert.tsx';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useTexts } from '../../language/language.tsx';
import { eventQuery } from '../events/event-queries.ts';
import { sectionsQuery } from '../seating/seating-queries.ts';
import { ImportPreview } from './import-preview.tsx';
import { bodyOf, type ImportValues, NO_LIST, type Preview } from './import-values.ts';
import { readListFile } from './read-list-file.ts';
import { texts } from './texts.ts';

const METHODS = ['EXTERNAL', 'COMP'] as const satisfies Model<'ImportPaymentMethod'>[];
/** The server's maximum. */
const MAX_LIST_NAME = 100;

interface ImportFormProps {
  eventId: string;
  onDone: (made: Model<'Import'>) => void;
}

/**
 * The list and how it is imported; below it what that would do. The server judges every change of the preview again.
 */
export function ImportForm({ eventId, onDone }: ImportFormProps) {
  const t = useTexts(texts);
  const { data: event } = useSuspenseQuery(eventQuery(eventId));
  const { data: seating } = useSuspenseQuery(sectionsQuery(eventId));
  const [values, setValues] = useState(NO_LIST);
  /** The last answer, and what it is about. Stays in sight while a change of it is judged. */
  const [shown, setShown] = useState<{ preview: Preview; values: ImportValues }>();
  const [isTooLarge, setTooLarge] = useState(false);
  const [isNameTyped, setNameTyped] = useState(false);
  const params = { path: { id: eventId } };
  // Not `useAction`, which leaves out what is being asked already: only the answer to the last request is shown.
  const look = useMutation({
    mutationFn: (next: ImportValues) =>
      dataOf(api.POST('/events/{id}/imports/preview', { params, body: bodyOf(next) })),
  });
  /** After a reset its answer is dropped, because it is about a list that was changed meanwhile. */
  const judge = (next: ImportValues) =>
    look.mutate(next, {
      onSuccess: (preview) => setShown({ preview, values: next }),
      // A change of the preview that is refused is taken back.
      onError: () => shown && setValues(shown.values),
    });
  /** The preview is of other values now. */
  const change = (changed: Partial<ImportValues>) => {
    look.reset();
    setShown(undefined);
    // What was entered while a file was read stays.
    setValues((now) => ({ ...now, ...changed }));
  };
  const changePreview = (changed: Partial<ImportValues>) => {
    const next = { ...values, ...changed };
    setValues(next);
    judge(next);
  };
  /** Columns and rows are those of this list. */
  const changeList = (changed: Pick<ImportValues, 'csv'> & Partial<ImportValues>) =>
    change({ ...changed, columns: null, skippedRows: [], allowDuplicates: false });
  async function open(file: File | null) {
    const read = file && (await readListFile(file));
    setTooLarge(file !== null && read === null);
    if (read) changeList(isNameTyped ? { csv: read.csv } : read);
  }
  const labels = { csv: t.list, list_name: t.listName };
  return (
    <>
      <Card
        withBorder
        component="form"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          judge(values);
        }}
      >
        <Stack>
          <Text size="sm">{t.listAbout}</Text>
          <Code block tabIndex={0}>
            {t.example}
          </Code>
          <Group align="flex-start" grow preventGrowOverflow={false}>
            <FileInput
              label={t.file}
              placeholder={t.choose}
              accept=".csv,.tsv,.txt,text/csv,text/plain"
              fileInputProps={chooseAgain}
              miw={260}
              error={isTooLarge ? t.tooLarge : undefined}
              onChange={(file) => void open(file)}
            />
            <TextInput
              label={t.listName}
              description={t.listNameHint}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              miw={260}
              maxLength={MAX_LIST_NAME}
              value={values.listName}
              onChange={({ currentTarget: { value } }) => {
                setNameTyped(value !== '');
                change({ listName: value });
              }}
            />
          </Group>
          <Textarea
            label={t.list}
            required
            autosize
            minRows={4}
            maxRows={10}
            value={values.csv}
            onChange={({ currentTarget: { value } }) => changeList({ csv: value })}
          />
          <Radio.Group
            label={t.payment}
            value={values.method}
            onChange={(value) => change({ method: METHODS.find((method) => method === value) ?? 'EXTERNAL' })}
          >
            <Stack gap="xs" mt="xs">
              {METHODS.map((value) => (
                <Radio key={value} value={value} label={t.methods[value]} />
              ))}
            </Stack>
          </Radio.Group>
          <Group align="flex-start" grow preventGrowOverflow={false}>
            <NativeSelect
              label={t.tier}
              miw={260}
              value={values.tierId}
              data={[
                { value: '', label: t.defaultTier },
                ...event.ticket_tiers.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={({ currentTarget: { value } }) => change({ tierId: value })}
            />
            {seating.seated ? (
              <NativeSelect
                label={t.section}
                miw={260}
                value={values.sectionId}
                data={[
                  { value: '', label: t.noSection },
                  ...seating.sections.map(({ id, label }) => ({ value: id, label })),
                ]}
                onChange={({ currentTarget: { value } }) => change({ sectionId: value })}
              />
            ) : null}
          </Group>
          <Checkbox
            label={t.sendTickets}
            checked={values.sendTickets}
            onChange={({ currentTarget: { checked } }) => change({ sendTickets: checked })}
          />
          <ProblemAlert error={look.error} labels={labels} />
          <Group>
            <SubmitButton needs="box_office" loading={look.isPending}>
              {t.preview}
            </SubmitButton>
          </Group>
        </Stack>
      </Card>
      {shown ? (
        <ImportPreview
          eventId={eventId}
          preview={shown.preview}
          isPending={look.isPending}
          values={values}
          onChange={changePreview}
          onDone={onDone}
        />
      ) : null}
    </>
  );
}
