import { useLanguage, useTexts } from '../language/language.tsx';
import { formatsFor } from '../language/make-formats.ts';
import { countByTier, pointOf } from './at-point.ts';
import type { DoorState } from './door-state.ts';
import { scansExits } from './scan-point.ts';
import { texts } from './texts.ts';

/** What fits on a phone without getting lost. */
const RECENT = 10;

/** How many are inside, by tier, and who came in here last. */
export function CountsPanel({ state }: { state: DoorState }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const { list } = state;
  if (!list) return null;
  const { number, shortDay, time } = formatsFor(language, list.organization.time_zone);
  const at = pointOf(state);
  const counts = at ? [...countByTier(list, at.point, at.waiting)] : [];
  const hasExits = at && scansExits(at.point);
  const recent = [...state.scans.values()].filter(({ state }) => state !== 'undone').slice(-RECENT);
  return (
    <section className="count-list" aria-label={t.counts}>
      <h2>{t.counts}</h2>
      <ul className="tiers">
        {counts.map(([name, { passed, inside, all }]) => (
          <li key={name}>
            <span>{name}</span>
            <span>{`${number(passed)} / ${number(all)}`}</span>
            <progress max={all} value={passed} aria-label={name} />
            {hasExits ? <span className="detail">{t.insideNow(number(inside))}</span> : null}
          </li>
        ))}
      </ul>
      {recent.length > 0 ? (
        <>
          <h2>{t.recent}</h2>
          <ol className="recent">
            {recent.toReversed().map(({ nonce, scannedAt, name, state, direction }) => (
              <li key={nonce}>
                <time dateTime={scannedAt}>{`${shortDay(scannedAt)}, ${time(scannedAt)}`}</time>
                <span>{name}</span>
                {direction === 'out' ? <span className="badge">{t.directions.out}</span> : null}
                {state === 'waiting' ? <span className="badge">{t.notSent}</span> : null}
              </li>
            ))}
          </ol>
        </>
      ) : null}
    </section>
  );
}
