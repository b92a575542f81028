import { NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { ConfirmDialog } from '../../form/confirm-dialog.tsx';
import { DialogForm } from '../../form/dialog-form.tsx';
import { useAction } from '../../form/use-action.ts';
import { useTexts } from '../../language/language.tsx';
import type { Event } from '../events/event-queries.ts';
import { seriesListQuery } from './series-queries.ts';
import { seriesTexts } from './texts.ts';

interface SeriesOfEventProps {
  event: Event;
  onClose: () => void;
}

/** Takes a date out of its series, or puts an event into one. */
export const SeriesOfEvent = ({ event, onClose }: SeriesOfEventProps) =>
  event.series_id === null ? <Join event={event} onClose={onClose} /> : <Leave event={event} onClose={onClose} />;

const move = (id: string, seriesId: string | null) =>
  dataOf(api.PUT('/events/{id}/series', { params: { path: { id } }, body: { series_id: seriesId } }));

function Leave({ event, onClose }: SeriesOfEventProps) {
  const t = useTexts(seriesTexts);
  return (
    <ConfirmDialog
      title={t.leave}
      question={t.leaveQuestion(event.series_name ?? '')}
      act={() => move(event.id, null)}
      successMessage={t.left}
      onClose={onClose}
    />
  );
}

function Join({ event, onClose }: SeriesOfEventProps) {
  const t = useTexts(seriesTexts);
  const { data } = useQuery(seriesListQuery);
  const [chosen, setChosen] = useState('');
  const [newest] = data?.series ?? [];
  const seriesId = chosen || newest?.id;
  const join = useAction({
    act: () => move(event.id, seriesId ?? null),
    successMessage: t.joined,
    onDone: onClose,
  });
  return (
    <DialogForm
      title={t.join}
      onClose={onClose}
      action={join}
      labels={{ series_id: t.series }}
      submit={t.join}
      disabled={seriesId === undefined}
      onSubmit={() => join.mutate()}
    >
      {data && newest === undefined ? (
        <Text>{t.noSeries}</Text>
      ) : (
        <NativeSelect
          label={t.series}
          value={seriesId}
          data={(data?.series ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ currentTarget: { value } }) => setChosen(value)}
        />
      )}
    </DialogForm>
  );
}
