import { useState } from 'react';
import { useMe } from '../session/me.ts';
import { type Draft, type DraftPlace, keepDraft, readDraft } from './drafts.ts';

/** The kept input of a form. */
export interface FormDraft {
  /** What was kept before the form was opened; null: nothing, or it was decided about. */
  offer: Draft | null;
  /** Begins the form again with what was kept, and what was entered since. */
  take: () => void;
  discard: () => void;
  /** The fields that the form begins with instead of the saved ones. */
  restored: Draft['changed'] | null;
  /** Changes when the form has to begin again. */
  round: number;
  /** Call it with every change of the form. What is offered stays kept until it is decided about. */
  keep: (changed: Draft['changed']) => void;
  /** Call it when the form was saved. What is still offered stays kept, without the fields that were saved now. */
  forget: () => void;
}

/** @param form names it, for one person in one organization: `event:new` */
export function useDraft(form: string): FormDraft {
  const { organization, user } = useMe();
  const place: DraftPlace = { organizationId: organization.id, userId: user.id, form };
  const [{ offer, restored, round }, setState] = useState(() => ({
    offer: readDraft(localStorage, place, new Date()),
    restored: null as Draft['changed'] | null,
    round: 0,
  }));
  // Not shown, so it is no state: a form calls `keep` with every key that is pressed.
  const [entered] = useState<{ changed: Draft['changed'] }>(() => ({ changed: {} }));
  const store = (changed: Draft['changed']) => keepDraft(localStorage, place, changed, new Date());
  return {
    offer,
    restored,
    round,
    take: () => setState({ offer: null, restored: { ...offer?.changed, ...entered.changed }, round: round + 1 }),
    discard: () => {
      store(entered.changed);
      setState({ offer: null, restored, round });
    },
    keep: (changed) => {
      entered.changed = changed;
      store({ ...offer?.changed, ...changed });
    },
    forget: () => {
      const left = Object.entries(offer?.changed ?? {}).filter(([name]) => !(name in entered.changed));
      const changed = Object.fromEntries(left);
      entered.changed = {};
      store(changed);
      setState({ offer: offer && left.length > 0 ? { ...offer, changed } : null, restored: null, round });
    },
  };
}

/** The fields whose values differ from the saved ones. */
export const changedFields = <Values extends object>(values: Values, saved: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => String(value) !== String(saved[name as keyof Values])),
  ) as Partial<Values>;

/** The values with restored ones in their fields. Fields that the form does not have are left out. */
export const withRestored = <Values extends object>(saved: Values, restored: Draft['changed'] | null): Values =>
  ({
    ...saved,
    ...Object.fromEntries(Object.entries(restored ?? {}).filter(([name]) => name in saved)),
  }) as Values;
