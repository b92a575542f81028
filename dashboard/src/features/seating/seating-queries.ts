import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, done } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { isRefusal, isRefused } from '../../api/problem.ts';
import type { Hall } from './plan.ts';
import { type Block, changesBetween, isSameHall, withBlock } from './save-plan.ts';

const pathOf = (id: string) => ({ params: { path: { id } } });

/** The plan to edit; empty when there is none. Never cached: an old copy would overwrite what another user saved. */
export const planQuery = (eventId: string) =>
  queryOptions({ queryKey: ['seating-plan', eventId], queryFn: () => readPlan(eventId), gcTime: 0 });

async function readPlan(eventId: string): Promise<Hall> {
  try {
    const [plan, seats] = await Promise.all([
      dataOf(api.GET('/events/{id}/seating-plan', pathOf(eventId))),
      dataOf(api.GET('/events/{id}/seats', pathOf(eventId))),
    ]);
    const sections = seats.sections.map(({ label, rows }) => {
      const planned = plan.sections.find((section) => section.label === label);
      return {
        label,
        tierIds: planned?.tier_ids ?? [],
        rows: rows.map((row) => ({
          label: row.label,
          tierIds: planned?.rows.find((other) => other.label === row.label)?.tier_ids ?? null,
          places: placesFrom(row.seats, new Set(row.blocked)),
        })),
      };
    });
    return { mode: plan.selection_mode, plan: sections };
  } catch (error) {
    if (isRefused(error, 'seating_plan_not_found')) return { mode: 'best_available', plan: [] };
    throw error;
  }
}

const placesFrom = (seats: (number | null)[], blocked: Set<number>) =>
  seats.map((seat) => ({ seat, blocked: seat !== null && blocked.has(seat) }));

interface Save {
  eventId: string;
  known: Known;
  after: Hall;
  /** Gets what is known after each step, for when a later step fails. */
  reached: (known: Known) => void;
  /** Why the plan is not replaced when another user changed it meanwhile. */
  changedMeanwhile: string;
}

/** The plan that the server has. There are two possibilities after a request whose answer was lost. */
export type Known = readonly [Hall, Hall?];

/** Saves the plan. Replacing it would undo what others changed, and unblock what they blocked. */
export async function savePlan({ eventId, known, after, reached, changedMeanwhile }: Save) {
  const [last, sent] = known;
  const stored = sent || changesBetween(last, after).body ? await readPlan(eventId) : last;
  const before = known.find((hall) => hall && isSameHall(hall, stored));
  if (!before) throw new Error(changedMeanwhile);
  const { body, blocks } = changesBetween(before, after);
  let plan = before.plan;
  if (body) {
    await done(api.PUT('/events/{id}/seating-plan', { ...pathOf(eventId), body })).catch((error: unknown) => {
      reached(isRefusal(error) ? [before] : [before, after]);
      throw error;
    });
    if (blocks.length > 0) reached([{ ...after, plan }]);
  }
  for (const block of blocks) {
    await sendBlock(eventId, block);
    plan = withBlock(plan, block);
    reached([{ ...after, plan }]);
  }
  reached([after]);
}

const sendBlock = (eventId: string, { blocked, ...body }: Block) =>
  dataOf(
    blocked
      ? api.POST('/events/{id}/seats/block', { ...pathOf(eventId), body })
      : api.POST('/events/{id}/seats/unblock', { ...pathOf(eventId), body }),
  );

/** Holds are not in the live stream, which has these read again after a sale, so they are polled. */
const HOLDS_REFRESH_MS = 5_000;

export const seatsQuery = (eventId: string, sectionId: string | undefined) =>
  queryOptions({
    queryKey: ['seats', eventId, sectionId],
    queryFn: async () => {
      const { sections } = await dataOf(
        api.GET('/events/{id}/seats', { params: { path: { id: eventId }, query: { section_id: sectionId } } }),
      );
      return sections[0];
    },
    enabled: sectionId !== undefined,
    staleTime: 0,
    refetchInterval: HOLDS_REFRESH_MS,
  });

/** Every seat of the hall; null: the event has none. */
export const seatMapQuery = (eventId: string, seated: boolean) =>
  queryOptions({
    queryKey: ['seats', eventId, 'map', seated],
    queryFn: async () => (seated ? await dataOf(api.GET('/events/{id}/seats', pathOf(eventId))) : null),
    staleTime: 0,
  });

/** The event with what it sold so far: the live stream names only the next events. */
export const eventNowQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['seats', eventId, 'event'],
    queryFn: () => dataOf(api.GET('/events/{id}', pathOf(eventId))),
    staleTime: 0,
    refetchInterval: HOLDS_REFRESH_MS,
  });

export type SeatsNow = Model<'SeatMapSection'>;

export const sectionsQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['seats', eventId, 'sections'],
    queryFn: () => dataOf(api.GET('/events/{id}/sections', pathOf(eventId))),
    staleTime: 0,
    refetchInterval: HOLDS_REFRESH_MS,
  });
