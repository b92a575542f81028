import { useLanguage, useTexts } from '../language/language.tsx';
import { formatsFor } from '../language/make-formats.ts';
import type { KeptScan } from './door-state.ts';
import { start } from './start.ts';
import { texts } from './texts.ts';

interface ClosedScreenProps {
  reason: 'nobody' | 'offline' | 'broken' | 'elsewhere' | 'ended' | 'loggedOut';
  /** Scans that could not be sent before the door was closed. */
  waiting?: KeptScan[];
}

/** Why there is no door here, and what to do. */
export function ClosedScreen({ reason, waiting = [] }: ClosedScreenProps) {
  const t = useTexts(texts);
  const { title, about } = t.closed[reason];
  return (
    <main className="closed">
      <img src="/dashboard/mark.svg" alt="" width="56" height="56" />
      <h1>{title}</h1>
      <p>{about}</p>
      {waiting.length > 0 ? <Waiting scans={waiting} /> : null}
      {reason === 'nobody' || reason === 'loggedOut' ? (
        <a className="button primary" href="/dashboard/log-in?next=%2Fcheck-in">
          {t.logIn}
        </a>
      ) : (
        <button type="button" className="primary" onClick={() => void start()}>
          {t.tryAgain}
        </button>
      )}
    </main>
  );
}

/** By the clock of the device: the time zone of the event went with its list. */
function Waiting({ scans }: { scans: KeptScan[] }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const { shortDay, time } = formatsFor(language, Intl.DateTimeFormat().resolvedOptions().timeZone);
  const when = (instant: string) => `${shortDay(instant)}, ${time(instant)}`;
  return (
    <div role="alert" className="unsent">
      <p>{t.waitingHere(String(scans.length))}</p>
      <ul>
        {scans.map(({ nonce, scannedAt, ticketNumber, direction }) => (
          <li key={nonce}>
            <time dateTime={scannedAt}>{when(scannedAt)}</time> · {ticketNumber} · {t.directions[direction]}
          </li>
        ))}
      </ul>
    </div>
  );
}
