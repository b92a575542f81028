import { useTexts } from '../language/language.tsx';
import { GatedButton } from './gated-button.tsx';
import { texts } from './texts.ts';

/** The edit button of a table row. `name` tells screen readers which row it is. */
export function EditButton({ name, onClick }: { name: string; onClick: () => void }) {
  const t = useTexts(texts);
  return (
    <GatedButton needs="manage" variant="default" size="compact-sm" aria-label={name} onClick={onClick}>
      {t.edit}
    </GatedButton>
  );
}
