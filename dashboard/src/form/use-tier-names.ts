import { useTexts } from '../language/language.tsx';
import { texts } from './texts.ts';

/** Names chosen ticket tiers in a line. Deleted ones are said, too: without them, the choice may seem to be all. */
export function useTierNames(tiers: readonly { id: string; name: string }[]): (ids: readonly string[]) => string {
  const { deletedTier } = useTexts(texts);
  return (ids) => {
    const named = tiers.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
    // Of some choices a deleted tier is removed, of which none is left then.
    const isAnyDeleted = named.length < ids.length || named.length === 0;
    return (isAnyDeleted ? [...named, deletedTier] : named).join(', ');
  };
}
