import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import type { Model } from '../../api/models.ts';
import { isRefused } from '../../api/problem.ts';
import type { Plan } from './plan.ts';
import { type Block, changesBetween, unblocked } from './save-plan.ts';

const pathOf = (id: string) => ({ params: { path: { id } } });

/** To edit; none yet: no sections. Never from memory: what somebody else saved in the meantime would be written over. */
export const planQuery = (eventId: string) =>
  queryOptions({ queryKey: ['seating-plan', eventId], queryFn: () => readPlan(eventId), gcTime: 0 });

async function readPlan(eventId: string): Promise<Plan> {
  try {
    const [plan, seats] = await Promise.all([
      dataOf(api.GET('/events/{id}/seating-plan', pathOf(eventId))),
      dataOf(api.GET('/events/{id}/seats', pathOf(eventId))),
    ]);
    return seats.sections.map(({ label, rows }) => {
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
  } catch (error) {
    if (isRefused(error, 'seating_plan_not_found')) return [];
    throw error;
  }
}

const placesFrom = (seats: (number | null)[], blocked: Set<number>) =>
  seats.map((seat) => ({ seat, blocked: seat !== null && blocked.has(seat) }));

/**
 * Makes the server's plan this one. What it refuses in the middle is known as `reached`: the plan that stands by then.
 * Blocking what is blocked already changes nothing, so that all of it can be sent again.
 */
export async function savePlan(eventId: string, before: Plan, after: Plan, reached: (plan: Plan) => void) {
  const { body, blocks } = changesBetween(before, after);
  if (body) {
    await dataOf(api.PUT('/events/{id}/seating-plan', { ...pathOf(eventId), body }));
    reached(unblocked(after));
  }
  for (const block of blocks) await sendBlock(eventId, block);
  reached(after);
}

const sendBlock = (eventId: string, { blocked, ...body }: Block) =>
  dataOf(
    blocked
      ? api.POST('/events/{id}/seats/block', { ...pathOf(eventId), body })
      : api.POST('/events/{id}/seats/unblock', { ...pathOf(eventId), body }),
  );

/** Holds are no sales and come over no stream. */
const HOLDS_MS = 5_000;

/** `sold` is what the live stream says: another number is another question, and the old answer stands until then. */
export const seatsQuery = (eventId: string, sectionId: string | undefined, sold: number) =>
  queryOptions({
    queryKey: ['seats', eventId, sectionId, sold],
    queryFn: async () => {
      const { sections } = await dataOf(
        api.GET('/events/{id}/seats', { params: { path: { id: eventId }, query: { section_id: sectionId } } }),
      );
      return sections[0];
    },
    enabled: sectionId !== undefined,
    staleTime: 0,
    refetchInterval: HOLDS_MS,
  });

export type SeatsNow = Model<'SeatMapSection'>;

export const sectionsQuery = (eventId: string, sold: number) =>
  queryOptions({
    queryKey: ['sections', eventId, sold],
    queryFn: () => dataOf(api.GET('/events/{id}/sections', pathOf(eventId))),
    staleTime: 0,
    refetchInterval: HOLDS_MS,
  });
