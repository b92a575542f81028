import { useTexts } from '../../language/language.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { texts } from './texts.ts';

export function SeatMapPage() {
  const t = useTexts(texts);
  return <PageHeader title={t.seatMap} />;
}
