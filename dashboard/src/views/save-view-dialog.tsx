import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DialogForm } from '../form/dialog-form.tsx';
import { useTexts } from '../language/language.tsx';
import { texts } from './texts.ts';
import { MAX_VIEW_NAME } from './views.ts';

interface SaveViewDialogProps {
  /** Names of other views. */
  taken: string[];
  onSave: (name: string) => void;
  onClose: () => void;
}

export function SaveViewDialog({ taken, onSave, onClose }: SaveViewDialogProps) {
  const t = useTexts(texts);
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  return (
    <DialogForm
      title={t.saveTitle}
      onClose={onClose}
      disabled={name === ''}
      onSubmit={() => {
        onSave(name);
        onClose();
      }}
    >
      <Text size="sm">{t.saveHint}</Text>
      <TextInput
        label={t.name}
        required
        maxLength={MAX_VIEW_NAME}
        value={typed}
        description={taken.includes(name) ? t.replaces : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
    </DialogForm>
  );
}
