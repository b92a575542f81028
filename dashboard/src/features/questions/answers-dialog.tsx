import { Modal } from '@mantine/core';
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
    <Modal
      opened
      onClose={onClose}
      title={t.answersOf(ticketNumber)}
      closeButtonProps={{ 'aria-label': t.close }}
      centered
    >
      <AnswerList answers={answers} />
    </Modal>
  );
}
