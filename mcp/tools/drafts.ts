import { createHash, randomUUID } from 'node:crypto';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { TakilyaError } from '../../sdk/typescript/src/takilya.ts';
import { type Account, MANAGE } from '../account.ts';
import { answer, failure, refusal } from '../answers.ts';
import { defineTool } from '../tool.ts';
import { detailsOf, EventId } from './events.ts';

/** More tiers than a person reads before they publish. */
const MAX_TIERS = 20;

/** A part of the keys of requests: the same words make no second draft while this process runs. */
const PROCESS = randomUUID();
/** Tiers that draft_event has saved, by draft and place. They may have been changed since, and are left as they are. */
const drafted = new Set<string>();

const Tier = {
  name: z.string().min(1).max(200),
  price: z.number().min(0).describe('In pesos, at most two decimals; 0 is free.'),
  quantity: z.int().min(1).describe('How many tickets of it there are.'),
};
type NewTier = z.infer<z.ZodObject<typeof Tier>>;
const ChangedTier = z.strictObject({ tier_id: z.uuid(), ...z.object(Tier).partial().shape });

const Fields = {
  end_datetime: z.string().max(40).optional(),
  description: z.string().max(50_000).optional().describe('Plain text; a blank line begins a paragraph.'),
  venue_name: z.string().max(200).optional(),
  address: z.string().max(500).optional(),
  city: z.string().max(200).optional(),
  event_type: z
    .enum(['concert', 'workshop', 'conference', 'sports', 'social', 'food', 'nightlife', 'art', 'other'])
    .optional(),
  capacity: z.int().min(1).optional().describe('Most attendees. Default: the sum of the tiers.'),
  max_per_order: z.int().min(1).optional(),
};
const Title = z.string().min(1).max(200);
const Start = z.string().min(1).max(40).describe('ISO 8601, best with an offset: 2027-05-01T18:00:00+08:00.');

export const draftEvent = defineTool({
  name: 'draft_event',
  title: 'Draft an event',
  description:
    'Creates an event with its ticket tiers as a draft, which buyers do not see and cannot buy. Publishing is another tool. Called again with the same arguments it makes no second event.',
  scopes: MANAGE,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    title: Title,
    start_datetime: Start,
    ...Fields,
    tiers: z
      .array(z.strictObject(Tier))
      .min(1)
      .max(MAX_TIERS)
      .describe('The ticket tiers, the first one listed first.'),
  }),
  async run({ account }, { tiers, ...fields }) {
    const { takilya } = account;
    const key = createHash('sha256')
      .update(JSON.stringify([PROCESS, fields, tiers]))
      .digest('base64url');
    const capacity = fields.capacity ?? tiers.reduce((sum, { quantity }) => sum + quantity, 0);
    const created = await takilya.events.create({ ...fields, capacity }, { idempotencyKey: key });
    // A draft comes with one tier, the first. The answer says which one it was, also when it is no longer there.
    const [own] = created.ticket_tiers;
    const steps = tiers.map(({ quantity, ...tier }, place) => {
      const wanted = { ...tier, quantity_total: quantity, sort_order: place };
      const id = `${created.id}-${place}`;
      const save = async () => {
        if (place === 0 && own) await takilya.tiers.update(own.id, wanted);
        else await takilya.tiers.create(created.id, wanted, { idempotencyKey: `${key}-${place}` });
        drafted.add(id);
      };
      return { id, done: `tier ${tier.name}`, save };
    });
    return changeIfDraft(
      account,
      created.id,
      steps.filter(({ id }) => !drafted.has(id)),
    );
  },
});

export const changeDraft = defineTool({
  name: 'change_draft',
  title: 'Change a draft',
  description:
    'Changes those fields of a draft event that are sent, changes tiers that have a tier_id, and adds tiers without one. Published events are changed in the dashboard.',
  scopes: MANAGE,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  input: z.strictObject({
    event_id: EventId,
    title: Title.optional(),
    start_datetime: Start.optional(),
    ...Fields,
    tiers: z
      .array(z.union([ChangedTier, z.strictObject(Tier)]))
      .max(MAX_TIERS)
      .optional()
      .describe('Tiers to change, with tier_id, and tiers to add.'),
  }),
  async run({ account }, { event_id, tiers = [], ...fields }) {
    const { takilya } = account;
    return changeIfDraft(account, event_id, [
      ...(Object.keys(fields).length > 0
        ? [{ done: 'the fields of the event', save: () => takilya.events.update(event_id, fields) }]
        : []),
      ...tiers.map((tier) => {
        const tierId = 'tier_id' in tier ? tier.tier_id : undefined;
        return { done: `tier ${tier.name ?? tierId}`, tierId, save: () => saveTier(account, event_id, tier) };
      }),
    ]);
  },
});

function saveTier({ takilya }: Account, eventId: string, tier: z.infer<typeof ChangedTier> | NewTier) {
  if (!('tier_id' in tier)) {
    const { quantity: quantity_total, ...fields } = tier;
    return takilya.tiers.create(eventId, { ...fields, quantity_total });
  }
  const { tier_id, quantity: quantity_total, ...changes } = tier;
  return takilya.tiers.update(tier_id, { ...changes, quantity_total });
}

interface Step {
  /** What this saves, for the answer when a later step fails. */
  done: string;
  /** The tier that this changes. */
  tierId?: string | undefined;
  save(): PromiseLike<unknown>;
}

/**
 * Saves the steps one after the other, and answers the event. An event that buyers see is not touched, nor a tier of
 * it.
 */
async function changeIfDraft(account: Account, eventId: string, steps: Step[]): Promise<CallToolResult> {
  const { takilya, url } = account;
  const event = await takilya.events.get(eventId);
  if (event.status !== 'draft')
    return refusal(
      `The event ${eventId} is ${event.status}, not a draft. Nothing was changed. Change it in the dashboard.`,
    );
  const tierIds = new Set(event.ticket_tiers.map(({ id }) => id));
  const other = steps.find(({ tierId }) => tierId !== undefined && !tierIds.has(tierId));
  if (other) return refusal(`${other.tierId} is not a tier of the draft ${eventId}. Nothing was changed.`);
  const saved: string[] = [];
  try {
    for (const { done, save } of steps) {
      await save();
      saved.push(done);
    }
  } catch (error) {
    if (!(error instanceof TakilyaError)) throw error;
    return failure(error, url, `The draft ${eventId} is incomplete. Saved: ${saved.join(', ') || 'nothing'}. Then: `);
  }
  return answer(detailsOf(account, await takilya.events.get(eventId)));
}
