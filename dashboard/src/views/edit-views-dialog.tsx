import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DialogForm } from '../form/dialog-form.tsx';
import { useTexts } from '../language/language.tsx';
import { texts } from './texts.ts';
import { MAX_VIEW_NAME } from './views.ts';

interface EditViewsDialogProps {
  names: string[];
  /** Gets the new names by the old ones. */
  onRename: (names: ReadonlyMap<string, string>) => void;
  onDelete: (name: string) => void;
  onClose: () => void;
}

/** Names are changed with Save; a deletion is done at once. */
export function EditViewsDialog({ names, onRename, onDelete, onClose }: EditViewsDialogProps) {
  const t = useTexts(texts);
  const [typed, setTyped] = useState<Record<string, string>>({});
  return (
    <DialogForm
      title={t.editTitle}
      onClose={onClose}
      onSubmit={() => {
        const changed = names.flatMap((name) => {
          const to = typed[name]?.trim();
          return to && to !== name ? [[name, to] as const] : [];
        });
        onRename(new Map(changed));
        onClose();
      }}
    >
      <Stack gap="xs">
        {names.map((name) => (
          <Group key={name} gap="xs" wrap="nowrap">
            <TextInput
              flex={1}
              aria-label={t.nameOf(name)}
              maxLength={MAX_VIEW_NAME}
              value={typed[name] ?? name}
              onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
            />
            <Button variant="default" aria-label={t.remove(name)} onClick={() => onDelete(name)}>
              {t.delete}
            </Button>
          </Group>
        ))}
      </Stack>
    </DialogForm>
  );
}
