import { useTexts } from '../language/language.tsx';
import { start } from './start.ts';
import { texts } from './texts.ts';

interface ClosedScreenProps {
  reason: 'nobody' | 'offline' | 'broken' | 'elsewhere' | 'ended' | 'loggedOut';
  /** Check-ins that could not be sent before the door was closed. */
  waiting?: number;
}

/** Why there is no door here, and what to do. */
export function ClosedScreen({ reason, waiting = 0 }: ClosedScreenProps) {
  const t = useTexts(texts);
  const { title, about } = t.closed[reason];
  return (
    <main className="closed">
      <img src="/dashboard/mark.svg" alt="" width="56" height="56" />
      <h1>{title}</h1>
      <p>{about}</p>
      {waiting > 0 ? <p role="alert">{t.waitingHere(String(waiting))}</p> : null}
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
