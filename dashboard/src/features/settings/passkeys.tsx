import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf, done, own } from '../../api/client.ts';
import type { OwnModel } from '../../api/models.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { DialogForm } from '../../form/dialog-form.tsx';
import { ProblemAlert } from '../../form/problem-alert.tsx';
import { texts as formTexts } from '../../form/texts.ts';
import { useAction } from '../../form/use-action.ts';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { texts } from './texts.ts';

type Passkey = OwnModel<'Passkey'>;

/** The server's limit. */
const MAX_NAME_LENGTH = 60;

const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: () => dataOf(own.GET('/me/passkeys')),
});

/** Passkeys of the user, of every role: no button here is gated. */
export function Passkeys({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const t = useTexts(texts);
  const { passkeys } = useSuspenseQuery(passkeysQuery).data;
  const columns = usePasskeyColumns();
  return (
    <Stack>
      <Title order={3}>{t.passkeys}</Title>
      <Text>{t.passkeysAbout}</Text>
      {passkeys.length > 0 ? (
        <DataTable label={t.passkeys} columns={columns} rows={passkeys} keyOf={({ id }) => id} />
      ) : null}
      {browserSupportsWebAuthn() ? <AddPasskey onCodes={onCodes} /> : <Text c="dimmed">{t.passkeysUnsupported}</Text>}
    </Stack>
  );
}

function usePasskeyColumns(): Column<Passkey>[] {
  const t = useTexts(texts);
  const { dateTime } = useFormats();
  return [
    { header: t.passkeyName, cell: ({ name }) => name },
    { header: t.passkeyCreated, unbroken: true, cell: (passkey) => dateTime(passkey.created_at) },
    {
      header: t.passkeyUsed,
      unbroken: true,
      cell: (passkey) => (passkey.last_used_at ? dateTime(passkey.last_used_at) : t.passkeyNeverUsed),
    },
    { header: '', cell: (passkey) => <PasskeyButtons passkey={passkey} /> },
  ];
}

function AddPasskey({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const t = useTexts(texts);
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '' } });
  const add = useAction({
    act: async ({ name }: typeof form.values) => {
      const optionsJSON = await dataOf(own.POST('/me/passkeys/options'));
      const registration = await startRegistration({ optionsJSON }).catch(() => {
        throw new Error(t.passkeyNotMade);
      });
      return dataOf(own.POST('/me/passkeys', { body: { name, registration } }));
    },
    successMessage: t.passkeyAdded,
    onDone: ({ recovery_codes }) => {
      form.reset();
      onCodes(recovery_codes);
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => add.mutate(values))}>
      <Stack>
        <TextInput
          label={t.passkeyNew}
          description={t.passkeyNewHint}
          required
          maxLength={MAX_NAME_LENGTH}
          {...form.getInputProps('name')}
          key={form.key('name')}
        />
        <ProblemAlert error={add.error} labels={{ name: t.passkeyNew }} />
        <Group>
          <Button type="submit" variant="default" loading={add.isPending}>
            {t.passkeyAdd}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function PasskeyButtons({ passkey }: { passkey: Passkey }) {
  const t = useTexts(texts);
  const { edit } = useTexts(formTexts);
  const [opened, setOpened] = useState<'rename' | 'remove'>();
  const close = () => setOpened(undefined);
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t.passkeyRename(passkey.name)}
        onClick={() => setOpened('rename')}
      >
        {edit}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t.passkeyRemoveNamed(passkey.name)}
        onClick={() => setOpened('remove')}
      >
        {t.passkeyRemove}
      </Button>
      {opened === 'rename' ? <RenameDialog passkey={passkey} onClose={close} /> : null}
      {opened === 'remove' ? (
        <ConfirmDialog
          title={t.passkeyRemoveNamed(passkey.name)}
          submit={t.passkeyRemove}
          question={t.passkeyRemoveQuestion}
          act={() => done(own.DELETE('/me/passkeys/{id}', { params: { path: { id: passkey.id } } }))}
          successMessage={t.passkeyRemoved}
          onClose={close}
        />
      ) : null}
    </Group>
  );
}

interface RenameDialogProps {
  passkey: Passkey;
  onClose: () => void;
}

function RenameDialog({ passkey: { id, name }, onClose }: RenameDialogProps) {
  const t = useTexts(texts);
  const form = useForm({ mode: 'uncontrolled', initialValues: { name } });
  const rename = useAction({
    act: (body: typeof form.values) => done(own.PUT('/me/passkeys/{id}', { params: { path: { id } }, body })),
    onDone: onClose,
  });
  return (
    <DialogForm
      title={t.passkeyRename(name)}
      onClose={onClose}
      action={rename}
      labels={{ name: t.passkeyName }}
      onSubmit={form.onSubmit((values) => rename.mutate(values))}
    >
      <TextInput
        label={t.passkeyName}
        required
        maxLength={MAX_NAME_LENGTH}
        data-autofocus
        {...form.getInputProps('name')}
        key={form.key('name')}
      />
    </DialogForm>
  );
}
