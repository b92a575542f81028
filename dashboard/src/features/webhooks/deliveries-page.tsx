import { getRouteApi } from '@tanstack/react-router';
import { useTexts } from '../../language/language.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { Deliveries } from './deliveries.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/inside/webhooks/deliveries');

/** Deliveries to all endpoints. */
export function DeliveriesPage() {
  const t = useTexts(texts);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader title={t.deliveries} about={t.deliveriesAbout} />
      <Deliveries
        search={search}
        onSearch={(changed) => navigate({ search: (before) => ({ ...before, ...changed }) })}
      />
    </>
  );
}
