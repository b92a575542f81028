import { Button, Group, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { postOnce } from '../../api/post-once.ts';
import { ConfirmButton } from '../../form/confirm-button.tsx';
import { GatedButton } from '../../form/gated-button.tsx';
import { texts as formTexts } from '../../form/texts.ts';
import { useAction } from '../../form/use-action.ts';
import { useTexts } from '../../language/language.tsx';
import { useMay } from '../../session/me.ts';
import { Icon } from '../../shell/icon.tsx';
import { seriesTexts } from '../series/texts.ts';
import type { Event, EventStatus } from './event-queries.ts';
import { LIVE_STATUSES } from './events-search.ts';
import { texts } from './texts.ts';

const CancelQuestion = lazy(() =>
  import('./cancel-question.tsx').then(({ CancelQuestion }) => ({ default: CancelQuestion })),
);

const ConfirmDialog = lazy(() =>
  import('../../form/confirm-dialog.tsx').then(({ ConfirmDialog }) => ({ default: ConfirmDialog })),
);

const RepeatDialog = lazy(() =>
  import('../series/repeat-dialog.tsx').then(({ RepeatDialog }) => ({ default: RepeatDialog })),
);

const SeriesOfEvent = lazy(() =>
  import('../series/series-of-event.tsx').then(({ SeriesOfEvent }) => ({ default: SeriesOfEvent })),
);

type Next = Exclude<EventStatus, 'draft'>;
type Ending = 'completed' | 'cancelled';

const ENDINGS: Record<EventStatus, readonly Ending[]> = {
  draft: ['cancelled'],
  active: ['completed', 'cancelled'],
  paused: ['completed', 'cancelled'],
  hidden: ['completed', 'cancelled'],
  sold_out: ['completed', 'cancelled'],
  cancelled: [],
  completed: [],
};

/** What comes next as a button, everything else in one menu; what cannot be undone stands apart, and asks first. */
export function EventStates({ event }: { event: Event }) {
  const t = useTexts(texts);
  const { keep } = useTexts(formTexts);
  const mayManage = useMay('manage');
  const navigate = useNavigate();
  const { repeat, leave, join } = useTexts(seriesTexts);
  const [asking, setAsking] = useState<Ending | null>(null);
  const [opened, setOpened] = useState<'repeat' | 'series' | null>(null);
  const set = (status: Next) =>
    dataOf(api.PUT('/events/{id}', { params: { path: { id: event.id } }, body: { status } }));
  const change = useAction({
    act: async (wanted: Next) => ({ wanted, now: (await set(wanted)).status }),
    successMessage: ({ wanted, now }) =>
      now === 'sold_out' && now !== wanted ? t.isSoldOut : event.status === 'draft' ? t.published : t.stateChanged,
    notifyError: true,
  });
  const copy = useAction({
    act: () => dataOf(postOnce('/events/{id}/duplicate', { params: { path: { id: event.id } } })),
    successMessage: t.duplicated,
    onDone: ({ id }) => void navigate({ to: '/events/$eventId/edit', params: { eventId: id } }),
    notifyError: true,
  });
  const isLive = event.status !== 'draft' && ENDINGS[event.status].length > 0;
  const others = isLive ? LIVE_STATUSES.filter((status) => status !== event.status && status !== 'active') : [];
  // A wrong year: once it is published it is closed, for good.
  const isPastDraft = event.status === 'draft' && new Date(event.start_datetime).getTime() <= Date.now();
  const isPending = change.isPending || copy.isPending;
  return (
    <Group gap="xs">
      {isPastDraft ? (
        <ConfirmButton
          needs="manage"
          variant="filled"
          label={t.states.active}
          question={t.pastQuestion}
          leave={t.pastLeave}
          act={() => set('active')}
          successMessage={t.published}
        />
      ) : ENDINGS[event.status].length > 0 && event.status !== 'active' ? (
        <GatedButton needs="manage" loading={change.isPending} onClick={() => change.mutate('active')}>
          {event.status === 'draft' ? t.states.active : event.status === 'hidden' ? t.states.show : t.states.resume}
        </GatedButton>
      ) : null}
      {mayManage ? (
        <Menu position="bottom-end" width={240}>
          <Menu.Target>
            <Button variant="default" loading={isPending} rightSection={<Icon name="down" size={16} />}>
              {t.manage}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((status) => (
              <Menu.Item key={status} onClick={() => change.mutate(status)}>
                {t.states[status]}
              </Menu.Item>
            ))}
            <Menu.Item leftSection={<Icon name="copy" size={16} />} onClick={() => copy.mutate()}>
              {t.duplicate}
            </Menu.Item>
            <Menu.Item leftSection={<Icon name="calendar" size={16} />} onClick={() => setOpened('repeat')}>
              {repeat}
            </Menu.Item>
            <Menu.Item leftSection={<Icon name="calendar" size={16} />} onClick={() => setOpened('series')}>
              {event.series_id === null ? join : leave}
            </Menu.Item>
            {ENDINGS[event.status].length > 0 ? <Menu.Divider /> : null}
            {ENDINGS[event.status].map((status) => (
              <Menu.Item key={status} c="var(--mantine-color-error)" onClick={() => setAsking(status)}>
                {t.states[status]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : (
        <GatedButton needs="manage" variant="default" onClick={() => {}}>
          {t.manage}
        </GatedButton>
      )}
      {opened ? (
        <Suspense>
          {opened === 'repeat' ? (
            <RepeatDialog event={event} title={repeat} onClose={() => setOpened(null)} />
          ) : (
            <SeriesOfEvent event={event} onClose={() => setOpened(null)} />
          )}
        </Suspense>
      ) : null}
      {asking ? (
        <Suspense>
          <ConfirmDialog
            title={t.states[asking]}
            question={asking === 'cancelled' ? <CancelQuestion event={event} /> : t.completeQuestion}
            leave={asking === 'cancelled' ? keep : undefined}
            act={() => set(asking)}
            successMessage={t.stateChanged}
            onClose={() => setAsking(null)}
          />
        </Suspense>
      ) : null}
    </Group>
  );
}
