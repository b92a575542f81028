import { nameOf } from '../api/name-of.ts';
import { useTexts } from '../language/language.tsx';
import { companionsOf, pointOf } from './at-point.ts';
import type { Verdict } from './decide.ts';
import type { DoorTicket } from './door.ts';
import type { Answer, DoorState } from './door-state.ts';
import { NoSign, UsedSign, YesSign } from './icons.tsx';
import { placeWords } from './place-words.ts';
import { texts } from './texts.ts';
import { useDoorFormats } from './use-door-formats.ts';
import { useProblemWords } from './use-problem-words.ts';
import type { WorkAtDoor } from './work-at-door.ts';

const LOOKS: Partial<Record<Verdict, string>> = { admitted: 'yes', left: 'yes', used: 'used' };
const SIGNS: Record<string, typeof YesSign> = { yes: YesSign, used: UsedSign, no: NoSign };

/** The result of the last scan, announced by screen readers at once. */
export function AnswerCard({ work, state }: { work: WorkAtDoor; state: DoorState }) {
  const t = useTexts(texts);
  const { answer, error, isChecking, undone } = state;
  const wordsOf = useProblemWords(state.list);
  return (
    <section className="answer-place" aria-label={t.answer}>
      <div aria-live="assertive" aria-atomic="true">
        {isChecking ? <p className="checking">{t.checking}</p> : null}
        {error ? (
          <Verdicts verdict={answer ? 'notDone' : 'problem'} name={answer?.name} lines={[wordsOf(error)]} />
        ) : null}
        {/* A new element for each scan, so that the same result is announced again. */}
        {answer && !error ? <AnswerWords key={answer.nonce} answer={answer} state={state} /> : null}
        {undone ? <p className="undone">{t.undone(undone.name ?? '', isExit(undone))}</p> : null}
        {answer || error || isChecking || undone ? null : <p className="ready">{t.ready}</p>}
      </div>
      {answer ? <Actions work={work} answer={answer} state={state} /> : null}
      {/* Not announced: when it is sent, the result would be read out again. */}
      {answer && !error && isWaiting(answer, state) ? <p className="later">{t.sentLater}</p> : null}
    </section>
  );
}

/** Whether the server has still to learn of what this device decided. */
const isWaiting = ({ admissions }: Answer, { scans }: DoorState) =>
  admissions.some(({ nonce }) => scans.get(nonce)?.state === 'waiting');

const isExit = ({ admissions }: Answer) => admissions[0]?.direction === 'out';

function AnswerWords({ answer, state: { list } }: { answer: Answer; state: DoorState }) {
  const t = useTexts(texts);
  const { dateTime } = useDoorFormats(list);
  const { verdict, ticket, at, by, name, event, admissions, refusedCompanions = [] } = answer;
  const hints: Partial<Record<Verdict, string>> = t.hints;
  const shown = verdict === 'admitted' ? (ticket?.answers ?? []) : [];
  const lines = [
    at ? (verdict === 'used' ? t.since(dateTime(at)) : t.last(dateTime(at))) : null,
    by ? t.by(by) : null,
    ticket ? `${placeWords(ticket, t)} · ${ticket.ticket_number}` : null,
    ...shown.map(({ label, kind, value }) => `${label}: ${kind === 'checkbox' ? t.ticked : value}`),
    event ? `${event.title} · ${dateTime(event.start_datetime)}` : null,
    ...refusedCompanions.map(t.notAdmitted),
    answer.isShownAgain ? t.shownAgain : hints[verdict],
  ];
  const count = admissions.length > 1 ? t.together(String(admissions.length)) : undefined;
  return <Verdicts verdict={verdict} name={name} count={count} lines={lines} />;
}

interface VerdictsProps {
  verdict: Verdict;
  name?: string | undefined;
  count?: string | undefined;
  lines: (string | null | undefined)[];
}

/** A low screen with warnings and a long status shows less than the answer: the header leaves, the camera stays. */
const bringIntoView = (answer: HTMLElement | null) => answer?.scrollIntoView({ block: 'nearest' });

/** Readable at arm's length. Results differ in words, shape and colour. */
function Verdicts({ verdict, name, count, lines }: VerdictsProps) {
  const t = useTexts(texts);
  const look = LOOKS[verdict] ?? 'no';
  const Shape = SIGNS[look] ?? NoSign;
  return (
    <div className={`answer ${look}`} ref={bringIntoView}>
      <Shape />
      <p className="verdict">{t.verdicts[verdict]}</p>
      {count ? <p className="count">{count}</p> : null}
      {name ? <p className="name">{name}</p> : null}
      {lines.map((line) => (line ? <p key={line}>{line}</p> : null))}
    </div>
  );
}

/** What can be done after an answer: admit the rest of the order, or undo. */
function Actions({ work, answer, state }: { work: WorkAtDoor; answer: Answer; state: DoorState }) {
  const t = useTexts(texts);
  const [first] = answer.admissions;
  if (!first) return null;
  // The event, list and direction of the answer: another choice may have been made since.
  const at = pointOf({ ...state, ...first });
  const companions = state.list && at ? companionsOf(state.list, first.ticketId, at.point, at.waiting) : [];
  return (
    <div className="actions">
      {companions.length > 0 ? (
        <Companions
          companions={companions}
          isExit={isExit(answer)}
          isChecking={state.isChecking}
          onAdmit={() => work.admitCompanions(answer, first, companions)}
        />
      ) : null}
      <button type="button" onClick={() => work.undo(answer)} disabled={state.isChecking}>
        {isExit(answer) ? t.undoExit : t.undo}
      </button>
    </div>
  );
}

interface CompanionsProps {
  companions: DoorTicket[];
  isExit: boolean;
  isChecking: boolean;
  onAdmit: () => void;
}

function Companions({ companions, isExit, isChecking, onAdmit }: CompanionsProps) {
  const t = useTexts(texts);
  const names = [...new Set(companions.map(nameOf))].join(', ');
  return (
    <button type="button" className="primary" onClick={onAdmit} disabled={isChecking}>
      {(isExit ? t.letCompanionsOut : t.admitCompanions)(String(companions.length))}
      <span>{t.companions(names)}</span>
    </button>
  );
}
