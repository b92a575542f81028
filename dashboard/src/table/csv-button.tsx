import { Button } from '@mantine/core';
import { shownAddress } from '../api/shown-for.ts';
import { useTexts } from '../language/language.tsx';
import { csvTexts } from './csv-texts.ts';

interface CsvButtonProps {
  path: string;
  /** Filter of the list. The file ignores the search text, and the button says so. */
  filter: { q?: string };
}

/** Downloads all pages of a filtered list. */
export function CsvButton({ path, filter: { q, ...filter } }: CsvButtonProps) {
  const t = useTexts(csvTexts);
  return (
    <Button component="a" variant="default" href={shownAddress(path, filter)} download>
      {q ? t.withoutSearch : t.csv}
    </Button>
  );
}
