import { Group } from '@mantine/core';
import { api, dataOf } from '../../api/client.ts';
import { ConfirmButton } from '../../form/confirm-button.tsx';
import { GatedButton } from '../../form/gated-button.tsx';
import { texts as formTexts } from '../../form/texts.ts';
import { useAction } from '../../form/use-action.ts';
import { useTexts } from '../../language/language.tsx';
import { CancelQuestion } from './cancel-question.tsx';
import type { Event, EventStatus } from './event-queries.ts';
import { texts } from './texts.ts';

type Next = Exclude<EventStatus, 'draft'>;

const SELLING = ['active', 'paused', 'hidden', 'sold_out'] as const;
const NEXT_STATUSES: Record<EventStatus, readonly Next[]> = {
  draft: ['active', 'cancelled'],
  active: [...SELLING, 'completed', 'cancelled'],
  paused: [...SELLING, 'completed', 'cancelled'],
  hidden: [...SELLING, 'completed', 'cancelled'],
  sold_out: [...SELLING, 'completed', 'cancelled'],
  cancelled: [],
  completed: [],
};

/** A button for each status that can come next. Closing and cancelling the event ask for confirmation. */
export function EventStates({ event }: { event: Event }) {
  const t = useTexts(texts);
  const { keep } = useTexts(formTexts);
  const set = (status: Next) =>
    dataOf(api.PUT('/events/{id}', { params: { path: { id: event.id } }, body: { status } }));
  const change = useAction({ act: set, successMessage: t.stateChanged, notifyError: true });
  const labelOf = (status: Next) =>
    status === 'active' && event.status !== 'draft' ? t.states.resume : t.states[status];
  return (
    <Group gap="xs">
      {NEXT_STATUSES[event.status]
        .filter((status) => status !== event.status)
        .map((status) =>
          status === 'cancelled' || status === 'completed' ? (
            <ConfirmButton
              key={status}
              needs="manage"
              label={labelOf(status)}
              question={status === 'cancelled' ? <CancelQuestion eventId={event.id} /> : t.completeQuestion}
              leave={status === 'cancelled' ? keep : undefined}
              act={() => set(status)}
              successMessage={t.stateChanged}
            />
          ) : (
            <GatedButton
              key={status}
              needs="manage"
              variant={status === 'active' ? 'filled' : 'default'}
              loading={change.isPending && change.variables === status}
              onClick={() => change.mutate(status)}
            >
              {labelOf(status)}
            </GatedButton>
          ),
        )}
    </Group>
  );
}
