import { Group, Pagination, Text } from '@mantine/core';
import type { Model } from '../api/models.ts';
import { texts } from '../form/texts.ts';
import { useFormats } from '../language/formats.ts';
import { useTexts } from '../language/language.tsx';

interface PagerProps {
  meta: Pick<Model<'PageMeta'>, 'page' | 'total' | 'total_pages'>;
  onPage: (page: number) => void;
  /** What a screen reader calls the links, where another list on the page has pages, too. */
  label?: string;
}

/** Below a list: the total and the links to its pages. The page number is part of the address. */
export function Pager({ meta, onPage, label }: PagerProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  return (
    <Group justify="space-between" mt="sm">
      <Text size="sm" c="dimmed" role="status">
        {t.total(number(meta.total))}
      </Text>
      {meta.total_pages > 1 ? (
        <Pagination
          total={meta.total_pages}
          value={meta.page}
          onChange={onPage}
          siblings={0}
          size="sm"
          role="navigation"
          aria-label={label ?? t.pages}
          getItemProps={(page) => ({ 'aria-label': t.page(page) })}
          getControlProps={(control) => ({ 'aria-label': control === 'next' ? t.nextPage : t.previousPage })}
        />
      ) : null}
    </Group>
  );
}
