import { useTexts } from '../language/language.tsx';
import type { DoorState } from './door-state.ts';
import { resultOf } from './refused-ticket.ts';
import { texts } from './texts.ts';
import { useDoorFormats } from './use-door-formats.ts';
import { useProblemWords } from './use-problem-words.ts';
import { type Warning, warningsOf } from './warnings-of.ts';

interface WarningsProps {
  state: DoorState;
  onDismiss: (warning: Warning) => void;
}

const KINDS = ['twice', 'refused'] as const;

/** Admissions of this device that are not, or not alone, the check-in of their ticket. Shown until dismissed. */
export function Warnings({ state, onDismiss }: WarningsProps) {
  const t = useTexts(texts);
  const byKind = Object.groupBy(warningsOf(state), ({ kind }) => kind);
  return (
    <div role="alert" className="warnings">
      {KINDS.map((kind) => {
        const warnings = byKind[kind];
        return warnings ? (
          <section key={kind}>
            <h2>{t.warnings[kind].title}</h2>
            <p>{t.warnings[kind].about}</p>
            <ul>
              {warnings.map((warning) => (
                <WarningItem key={warning.id} warning={warning} state={state} onDismiss={onDismiss} />
              ))}
            </ul>
          </section>
        ) : null;
      })}
    </div>
  );
}

function WarningItem({ warning, state, onDismiss }: WarningsProps & { warning: Warning }) {
  const t = useTexts(texts);
  const { dateTime } = useDoorFormats(state.list);
  const wordsOf = useProblemWords(state.list);
  const { scan, kind, at, by } = warning;
  const verdict = scan.refusal && resultOf(scan.refusal)?.verdict;
  const reason = verdict ? t.verdicts[verdict] : scan.refusal && wordsOf(scan.refusal);
  const elsewhere = by ? t.elsewhereBy(at ? dateTime(at) : '', by) : t.elsewhere(at ? dateTime(at) : '');
  return (
    <li>
      <div>
        <strong>{`${scan.name} · ${scan.ticketNumber}`}</strong>
        <span>{t.letIn(dateTime(scan.scannedAt))}</span>
        <span>{kind === 'twice' ? elsewhere : reason}</span>
      </div>
      <button type="button" onClick={() => onDismiss(warning)}>
        {t.dismiss}
        <span className="unseen">{` ${scan.name}`}</span>
      </button>
    </li>
  );
}
