import { useTexts } from '../language/language.tsx';
import { countByTier, pointOf } from './at-point.ts';
import type { DoorState } from './door-state.ts';
import { listUnsent } from './list-unsent.ts';
import { scansExits } from './scan-point.ts';
import { texts } from './texts.ts';
import { useDoorFormats } from './use-door-formats.ts';
import { useProblemWords } from './use-problem-words.ts';

/** Whether the device is online, how many tickets are checked in, and how many check-ins wait to be sent. */
export function StatusLine({ state }: { state: DoorState }) {
  const t = useTexts(texts);
  const { list, connection } = state;
  const { number, dateTime } = useDoorFormats(list);
  const wordsOf = useProblemWords(list);
  const unsent = listUnsent(state).length;
  const at = pointOf(state);
  const counts = list && at ? [...countByTier(list, at.point, at.waiting).values()] : [];
  const [passed, inside, all] = (['passed', 'inside', 'all'] as const).map((count) =>
    number(sum(counts.map((one) => one[count]))),
  ) as [string, string, string];
  const words = at && scansExits(at.point) ? t.insideOf(inside, passed, all) : t.inside(passed, all);
  const isOffline = connection === 'offline';
  return (
    <div className={isOffline ? 'status offline' : 'status'} role="status">
      <p className="connection">
        <span className={`dot ${connection}`} aria-hidden />
        {isOffline ? t.offline : connection === 'online' ? t.online : t.connecting}
      </p>
      {list ? <p className="inside">{words}</p> : <p>{isOffline ? '' : t.loading}</p>}
      {isOffline ? <p className="detail">{list ? t.offlineWith(dateTime(list.readAt)) : t.offlineWithout}</p> : null}
      {state.isListKept ? null : <p className="detail">{t.listNotKept}</p>}
      {unsent > 0 ? <p className="detail">{t.waiting(number(unsent))}</p> : null}
      {state.waitingElsewhere > 0 ? (
        <p className="detail">{t.waitingElsewhere(number(state.waitingElsewhere))}</p>
      ) : null}
      {connection === 'refused' && state.problem ? <p className="detail">{wordsOf(state.problem)}</p> : null}
    </div>
  );
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
