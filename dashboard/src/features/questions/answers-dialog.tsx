import { Dialog } from '../../form/dialog.tsx';
import { useTexts } from '../../language/language.tsx';
import { AnswerList } from './answer-list.tsx';
import type { Answer } from './question-queries.ts';
import { texts } from './texts.ts';

interface AnswersDialogProps {
  ticketNumber: string;
  answers: Answer[];
  onClose: () => void;
}

/** What was answered about a ticket and its order. */
export function AnswersDialog({ ticketNumber, answers, onClose }: AnswersDialogProps) {
  const t = useTexts(texts);
  return (
    <Dialog onClose={onClose} title={t.answersOf(ticketNumber)} centered>
      <AnswerList answers={answers} />
    </Dialog>
  );
}
