import { beforeEach, describe, expect, test } from 'vitest';
import {
  type DraftPlace,
  forgetDraft,
  forgetDraftsOf,
  forgetOldDrafts,
  KEPT_DAYS,
  keepDraft,
  readDraft,
} from './drafts.ts';

/** As a browser's: its keys are properties. */
class Kept {
  [key: string]: unknown;
  getItem(key: string) {
    return (this[key] as string | undefined) ?? null;
  }
  setItem(key: string, value: string) {
    if (value.includes('too much')) throw new DOMException('full', 'QuotaExceededError');
    this[key] = value;
  }
  removeItem(key: string) {
    delete this[key];
  }
}

let storage: Storage;
beforeEach(() => {
  storage = new Kept() as unknown as Storage;
});

const now = new Date('2027-03-01T12:00:00Z');
const later = (days: number) => new Date(now.getTime() + days * 86_400_000);
const place: DraftPlace = { organizationId: 'o1', userId: 'u1', form: 'event:new' };

describe('a draft', () => {
  test('is kept for one form of one person in one organization', () => {
    keepDraft(storage, place, { title: 'Gabi' }, now);
    expect(readDraft(storage, place, later(1))).toEqual({ at: now.toISOString(), changed: { title: 'Gabi' } });
    for (const other of [{ organizationId: 'o2' }, { userId: 'u2' }, { form: 'event:1' }])
      expect(readDraft(storage, { ...place, ...other }, now)).toBeNull();
  });

  test('is deleted when it is saved, when nothing differs any more, and when it cannot be kept', () => {
    keepDraft(storage, place, { title: 'Gabi' }, now);
    forgetDraft(storage, place);
    expect(readDraft(storage, place, now)).toBeNull();
    for (const changed of [{}, { title: 'too much' }, { description_html: 'x'.repeat(200_001) }]) {
      keepDraft(storage, place, { title: 'Gabi' }, now);
      keepDraft(storage, place, changed, now);
      expect(Object.keys(storage)).toEqual([]);
    }
  });

  test('is offered for 30 days, and deleted afterwards', () => {
    keepDraft(storage, place, { title: 'Gabi' }, now);
    forgetOldDrafts(storage, later(KEPT_DAYS - 0.01));
    expect(readDraft(storage, place, later(KEPT_DAYS - 0.01))).not.toBeNull();
    expect(readDraft(storage, place, later(KEPT_DAYS))).toBeNull();
    forgetOldDrafts(storage, later(KEPT_DAYS));
    expect(Object.keys(storage)).toEqual([]);
  });

  test('of another version, or that something else wrote, is deleted; the rest of the storage stays', () => {
    storage.setItem('takilya.draft.v0.o1.u1.event:new', JSON.stringify({ at: now.toISOString(), changed: {} }));
    storage.setItem('takilya.draft.v1.o1.u1.event:1', 'nonsense');
    storage.setItem('takilya.draft.v1.o1.u1.event:2', 'null');
    storage.setItem('takilya.language', 'fil');
    expect(readDraft(storage, { ...place, form: 'event:1' }, now)).toBeNull();
    forgetOldDrafts(storage, now);
    expect(Object.keys(storage)).toEqual(['takilya.language']);
  });

  test('is deleted when its person logs out, in all organizations; those of others stay', () => {
    for (const organizationId of ['o1', 'o2'])
      for (const userId of ['u1', 'u2'])
        keepDraft(storage, { ...place, organizationId, userId }, { title: 'Gabi' }, now);
    forgetDraftsOf(storage, 'u1');
    expect(Object.keys(storage)).toEqual(['takilya.draft.v1.o1.u2.event:new', 'takilya.draft.v1.o2.u2.event:new']);
  });
});
