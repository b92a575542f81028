import { useTexts } from '../language/language.tsx';
import { translations } from '../language/translations.ts';
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

const words = translations({
  en: {
    kinds: {
      twice: {
        title: 'Admitted twice',
        about: 'Two doors admitted the same ticket, because at least one of them was offline:',
      },
      refused: {
        title: 'Rejected check-ins',
        about: 'These people were admitted here while you were offline. The server rejected the check-ins:',
      },
    },
    elsewhere: (time: string) => `And at another door: ${time}`,
    elsewhereBy: (time: string, name: string) => `And at ${name}: ${time}`,
    letIn: (time: string) => `Admitted here: ${time}`,
    dismiss: 'Dismiss',
  },
  fil: {
    kinds: {
      twice: {
        title: 'Dalawang beses na pinapasok',
        about: 'Pinapasok ng dalawang pinto ang iisang ticket, dahil offline ang isa sa kanila:',
      },
      refused: {
        title: 'Mga tinanggihang check-in',
        about: 'Pinapasok dito ang mga taong ito habang offline ka. Tinanggihan ng server ang mga check-in:',
      },
    },
    elsewhere: (time: string) => `At sa ibang pinto: ${time}`,
    elsewhereBy: (time: string, name: string) => `At sa ${name}: ${time}`,
    letIn: (time: string) => `Pinapasok dito: ${time}`,
    dismiss: 'I-dismiss',
  },
});

const KINDS = ['twice', 'refused'] as const;

/** Admissions of this device that are not, or not alone, the check-in of their ticket. Shown until dismissed. */
export function Warnings({ state, onDismiss }: WarningsProps) {
  const w = useTexts(words);
  const byKind = Object.groupBy(warningsOf(state), ({ kind }) => kind);
  return (
    <div role="alert" className="warnings">
      {KINDS.map((kind) => {
        const warnings = byKind[kind];
        return warnings ? (
          <section key={kind}>
            <h2>{w.kinds[kind].title}</h2>
            <p>{w.kinds[kind].about}</p>
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
  const w = useTexts(words);
  const { dateTime } = useDoorFormats(state.list);
  const wordsOf = useProblemWords(state.list);
  const { scan, kind, at, by } = warning;
  const verdict = scan.refusal && resultOf(scan.refusal)?.verdict;
  const reason = verdict ? t.verdicts[verdict] : scan.refusal && wordsOf(scan.refusal);
  const elsewhere = by ? w.elsewhereBy(at ? dateTime(at) : '', by) : w.elsewhere(at ? dateTime(at) : '');
  return (
    <li>
      <div>
        <strong>{`${scan.name} · ${scan.ticketNumber}`}</strong>
        <span>{w.letIn(dateTime(scan.scannedAt))}</span>
        <span>{kind === 'twice' ? elsewhere : reason}</span>
      </div>
      <button type="button" onClick={() => onDismiss(warning)}>
        {w.dismiss}
        <span className="unseen">{` ${scan.name}`}</span>
      </button>
    </li>
  );
}
