import { useTexts } from '../language/language.tsx';
import { GatedButton } from './gated-button.tsx';
import { texts } from './texts.ts';

/** Of a row; the name says of which one, to whoever does not see the row. */
export function EditButton({ name, onClick }: { name: string; onClick: () => void }) {
  const t = useTexts(texts);
  return (
    <GatedButton needs="manage" variant="default" size="compact-sm" aria-label={name} onClick={onClick}>
      {t.edit}
    </GatedButton>
  );
}
