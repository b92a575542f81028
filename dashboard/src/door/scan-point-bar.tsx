import { useTexts } from '../language/language.tsx';
import { pointOf } from './at-point.ts';
import type { Direction } from './door.ts';
import type { DoorState } from './door-state.ts';
import { scansExits } from './scan-point.ts';
import { texts } from './texts.ts';
import type { WorkAtDoor } from './work-at-door.ts';

const DIRECTIONS: Direction[] = ['in', 'out'];
/** The chosen list was deleted. */
const GONE = 'gone';

/** Where this device scans, and whether entries or exits. Nothing at an event that has a gate alone. */
export function ScanPointBar({ work, state }: { work: WorkAtDoor; state: DoorState }) {
  const t = useTexts(texts);
  const { list, listId, direction } = state;
  if (!list) return null;
  const at = pointOf(state);
  const isFixed = list.link !== null && list.link.list_id !== null;
  const hasExits = at && scansExits(at.point);
  if (at && list.lists.length === 0 && !hasExits) return null;
  return (
    <section className={`point ${direction}`} aria-label={t.where}>
      {isFixed ? (
        <strong>{at?.point.list?.name}</strong>
      ) : list.lists.length > 0 || !at ? (
        <label>
          <span className="unseen">{t.scanningAt}</span>
          <select
            value={at ? (listId ?? '') : GONE}
            onChange={({ currentTarget: { value } }) => work.choose(value || null)}
          >
            {at ? null : <option value={GONE}>{t.chooseList}</option>}
            <option value="">{t.gate}</option>
            {list.lists.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      {at ? null : <p role="alert">{t.listGone}</p>}
      {hasExits ? (
        <fieldset>
          <legend className="unseen">{t.direction}</legend>
          {DIRECTIONS.map((each) => (
            <label key={each}>
              <input type="radio" name="direction" checked={direction === each} onChange={() => work.turn(each)} />
              {t.directions[each]}
            </label>
          ))}
        </fieldset>
      ) : null}
    </section>
  );
}
