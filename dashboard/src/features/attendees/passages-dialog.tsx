import { Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import { Dialog } from '../../form/dialog.tsx';
import { ProblemAlert } from '../../form/problem-alert.tsx';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { texts } from './texts.ts';

interface Passing {
  id: string;
  at: string;
  place: string;
  what: string;
  by: string;
}

interface PassagesDialogProps {
  ticketId: string;
  ticketNumber: string;
  onClose: () => void;
}

/** Where and when a ticket passed, and at which door; its check-in at the gate last. */
export function PassagesDialog({ ticketId, ticketNumber, onClose }: PassagesDialogProps) {
  const t = useTexts(texts);
  const { dateTime } = useFormats();
  const { data, error } = useQuery({
    queryKey: ['tickets', ticketId, 'passages'],
    queryFn: () => dataOf(api.GET('/tickets/{id}/passages', { params: { path: { id: ticketId } } })),
  });
  const passages = (data?.passages ?? []).map(({ id, list, direction, passed_at: at, undone_at: undone, by }) => ({
    ...{ id, at, place: list?.name ?? t.gate, by: by?.name ?? '' },
    what: undone ? t.undone(t.directions[direction]) : t.directions[direction],
  }));
  const checkIn = data?.checked_in_at
    ? [{ id: '', at: data.checked_in_at, place: t.gate, what: t.checkIn, by: data.checked_in_by?.name ?? '' }]
    : [];
  const columns: Column<Passing>[] = [
    { header: t.at, unbroken: true, cell: ({ at }) => dateTime(at) },
    { header: t.place, cell: ({ place }) => place },
    { header: t.what, cell: ({ what }) => what },
    { header: t.by, cell: ({ by }) => by },
  ];
  return (
    <Dialog onClose={onClose} title={t.passagesOf(ticketNumber)} size="lg" centered>
      <Stack>
        <ProblemAlert error={error} />
        {data ? (
          <DataTable
            label={t.passages}
            columns={columns}
            rows={[...passages, ...checkIn]}
            keyOf={({ id }) => id}
            empty={t.noPassages}
          />
        ) : error ? null : (
          <Text c="dimmed">
            <Loader size="sm" /> {t.loading}
          </Text>
        )}
      </Stack>
    </Dialog>
  );
}
