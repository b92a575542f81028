import { useDeferredValue, useState } from 'react';
import { nameOf } from '../api/name-of.ts';
import { useTexts } from '../language/language.tsx';
import { pointOf } from './at-point.ts';
import { hasPassed, judge } from './decide.ts';
import type { DoorTicket } from './door.ts';
import type { DoorState } from './door-state.ts';
import { findGuests, isNumberOf, MAX_FOUND } from './find-guests.ts';
import { placeWords } from './place-words.ts';
import { allowSound } from './signal.ts';
import { texts } from './texts.ts';
import { looksLikeTicketCode } from './ticket-code.ts';

interface SearchPanelProps {
  state: DoorState;
  onCode: (code: string) => void;
}

/** Guests by name, broken screens, wet paper, and scanners that act as a keyboard. */
export function SearchPanel({ state, onCode }: SearchPanelProps) {
  const t = useTexts(texts);
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed.trim());
  const isSearch = wanted !== '' && !looksLikeTicketCode(wanted);
  const find = (text: string) => (state.list ? findGuests(state.list, text) : []);
  const found = isSearch ? find(wanted) : [];
  const admit = (code: string) => {
    allowSound();
    setTyped('');
    onCode(code);
  };
  return (
    <section className="search" aria-label={t.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const text = typed.trim();
          const guests = find(text);
          // A name is not a code: the person is chosen from the list below, which may not show this text yet.
          const isOne =
            looksLikeTicketCode(text) || guests.length === 0 || guests.some((ticket) => isNumberOf(ticket, text));
          if (text !== '' && isOne) admit(text);
        }}
      >
        <label htmlFor="typed">{t.nameOrNumber}</label>
        <div className="typed">
          <input
            id="typed"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
          />
          <button type="submit">{t.check}</button>
        </div>
      </form>
      {found.length > 0 ? <Guests found={found} state={state} onAdmit={admit} /> : null}
      <p role="status">{state.list && isSearch ? noteOn(found.length, t) : ''}</p>
    </section>
  );
}

function noteOn(found: number, t: { nobody: string; moreThan: (count: string) => string }): string {
  if (found === 0) return t.nobody;
  return found === MAX_FOUND ? t.moreThan(String(MAX_FOUND)) : '';
}

interface GuestsProps {
  found: DoorTicket[];
  state: DoorState;
  onAdmit: (number: string) => void;
}

function Guests({ found, state, onAdmit }: GuestsProps) {
  const t = useTexts(texts);
  const at = pointOf(state);
  const isExit = state.direction === 'out';
  return (
    <ul className="guests">
      {found.map((ticket) => {
        const verdict = at ? judge(ticket, at.point, at.waiting).verdict : 'noList';
        const name = nameOf(ticket);
        return (
          <li key={ticket.id}>
            <div>
              <strong>{name}</strong>
              <span>{placeWords(ticket, t)}</span>
              <span>{ticket.ticket_number}</span>
              {name === ticket.customer.name ? null : <span>{t.boughtBy(ticket.customer.name)}</span>}
            </div>
            {hasPassed(verdict) ? (
              <button type="button" className="primary" onClick={() => onAdmit(ticket.ticket_number)}>
                {isExit ? t.letOut : t.admit}
                <span className="unseen">{` ${name}, ${ticket.ticket_number}`}</span>
              </button>
            ) : (
              <span className="badge">{t.verdicts[verdict]}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
