import { useTexts } from '../language/language.tsx';
import { texts } from './texts.ts';

/** Names chosen ticket tiers in a line. Deleted ones are said, too: without them, the choice may seem to be all. */
export function useTierNames(tiers: readonly { id: string; name: string }[]): (ids: readonly string[]) => string {
  const { deletedTier } = useTexts(texts);
  return (ids) => {
    const named = tiers.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
    // Some choices lose a tier that is deleted: an empty choice then stands for a deleted tier.
    const isAnyDeleted = named.length < ids.length || named.length === 0;
    return (isAnyDeleted ? [...named, deletedTier] : named).join(', ');
  };
}
