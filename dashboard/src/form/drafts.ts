/**
 * Unsaved input of forms, kept in this browser until it is saved: a reload, a crash or the end of a session loses
 * nothing. Only forms about an organizer's own events are kept, never one with data of buyers.
 */

const PREFIX = 'takilya.draft.';
/** Goes up when the fields of a kept form change their meaning. Drafts of other versions are deleted. */
const VERSION = 'v1';
/** A user who comes back later has forgotten what the draft was. */
export const KEPT_DAYS = 30;
const KEPT_MS = KEPT_DAYS * 86_400_000;
/** A description is at most 50,000 characters; a browser keeps 5 million for all of a site. */
const MOST_CHARACTERS = 200_000;

/** Whose draft it is, and of which form: `event:new`. */
export interface DraftPlace {
  organizationId: string;
  userId: string;
  form: string;
}

export interface Draft {
  /** When the last change was made. */
  at: string;
  /** The fields that differ from what is saved, by name. */
  changed: Record<string, unknown>;
}

const ofPerson = (organizationId: string, userId: string) => `${PREFIX}${VERSION}.${organizationId}.${userId}.`;
const keyOf = ({ organizationId, userId, form }: DraftPlace) => ofPerson(organizationId, userId) + form;

export function readDraft(storage: Storage, place: DraftPlace, now: Date): Draft | null {
  const draft = parsed(storage.getItem(keyOf(place)));
  return draft && !isOld(draft, now) ? draft : null;
}

/** Replaces the draft. Without a changed field, or with too much to keep, there is none. */
export function keepDraft(storage: Storage, place: DraftPlace, changed: Draft['changed'], now: Date): void {
  // An older draft of the form would be the wrong one, also if the storage is full.
  forgetDraft(storage, place);
  const text = JSON.stringify({ at: now.toISOString(), changed } satisfies Draft);
  if (Object.keys(changed).length === 0 || text.length > MOST_CHARACTERS) return;
  try {
    storage.setItem(keyOf(place), text);
  } catch {
    // What cannot be kept is not offered; the form has it.
  }
}

export const forgetDraft = (storage: Storage, place: DraftPlace): void => storage.removeItem(keyOf(place));

/** After a log-out: the drafts of this person, in all organizations. */
export const forgetDraftsOf = (storage: Storage, userId: string): void =>
  remove(storage, (key) => key.split('.')[4] === userId);

/** Drafts of an earlier version of the dashboard, and those that are too old to be offered. */
export const forgetOldDrafts = (storage: Storage, now: Date): void =>
  remove(storage, (key) => {
    const draft = key.startsWith(`${PREFIX}${VERSION}.`) ? parsed(storage.getItem(key)) : null;
    return draft === null || isOld(draft, now);
  });

const isOld = ({ at }: Draft, now: Date) => !(now.getTime() - Date.parse(at) < KEPT_MS);

function remove(storage: Storage, which: (key: string) => boolean) {
  for (const key of Object.keys(storage)) if (key.startsWith(PREFIX) && which(key)) storage.removeItem(key);
}

/** Anything else can have written there. */
function parsed(text: string | null): Draft | null {
  try {
    const draft = JSON.parse(text ?? 'null') as Partial<Draft> | null;
    const isDraft = typeof draft?.at === 'string' && typeof draft.changed === 'object' && draft.changed !== null;
    return isDraft ? (draft as Draft) : null;
  } catch {
    return null;
  }
}
