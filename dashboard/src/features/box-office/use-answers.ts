import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { questionsQuery } from '../questions/question-queries.ts';
import {
  type Answers,
  type Asked,
  askedQuestions,
  type ChosenLine,
  sentAnswers,
  unanswered,
} from './asked-questions.ts';

/** The questions of an event about the chosen tickets, and what was answered. */
export function useAnswers(eventId: string, chosen: ChosenLine[]) {
  const { data } = useSuspenseQuery(questionsQuery(eventId));
  const [answers, setAnswers] = useState<Answers>({});
  const [missing, setMissing] = useState<Asked[]>([]);
  const asked = askedQuestions(data.questions, chosen);
  return {
    fields: { asked, answers, onChange: setAnswers },
    sent: sentAnswers(asked, answers),
    missing,
    /** The window is in a hurry: a required question is asked once, and may stay open. */
    isAnswered() {
      const open = unanswered(asked, answers);
      setMissing(open);
      return open.length === 0;
    },
  };
}
