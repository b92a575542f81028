import { useLanguage, useTexts } from '../language/language.tsx';
import { formatsFor } from '../language/make-formats.ts';
import { countByTier } from './door.ts';
import type { DoorState } from './door-state.ts';
import { texts } from './texts.ts';
import { waitingTickets } from './waiting-tickets.ts';

/** Whether the device is online, how many tickets are checked in, and how many check-ins wait to be sent. */
export function StatusLine({ state }: { state: DoorState }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const { list, connection } = state;
  const { number, dateTime } = formatsFor(language, list?.organization.time_zone ?? 'Asia/Manila');
  const here = waitingTickets(state);
  const counts = list ? [...countByTier(list, here).values()] : [];
  const [admitted, all] = [sum(counts.map((one) => one.admitted)), sum(counts.map((one) => one.all))];
  const isOffline = connection === 'offline';
  return (
    <div className={isOffline ? 'status offline' : 'status'} role="status">
      <p className="connection">
        <span className={`dot ${connection}`} aria-hidden />
        {isOffline ? t.offline : connection === 'online' ? t.online : t.connecting}
      </p>
      {list ? <p className="inside">{t.inside(number(admitted), number(all))}</p> : <p>{isOffline ? '' : t.loading}</p>}
      {isOffline ? (
        <p className="detail">
          {list ? t.offlineWith(dateTime(new Date(list.requestedAt).toISOString())) : t.offlineWithout}
        </p>
      ) : null}
      {here.size > 0 ? <p className="detail">{t.waiting(number(here.size))}</p> : null}
      {connection === 'refused' && state.problem ? <p className="detail">{state.problem.message}</p> : null}
    </div>
  );
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
