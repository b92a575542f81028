import { useTexts } from '../../language/language.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { texts } from '../../shell/texts.ts';

export function HomePage() {
  const t = useTexts(texts);
  return <PageHeader title={t.pages.home} />;
}
