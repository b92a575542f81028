import { DataList } from '@mantine/core';
import { useTexts } from '../../language/language.tsx';
import type { Answer } from './question-queries.ts';
import { texts } from './texts.ts';

/** The value of an answer in words. */
function useAnswerWords() {
  const { ticked } = useTexts(texts);
  return ({ kind, value }: Answer) => (kind === 'checkbox' ? ticked : value);
}

/** Answers with the questions as the buyer read them. */
export function AnswerList({ answers }: { answers: Answer[] }) {
  const wordsOf = useAnswerWords();
  return (
    <DataList>
      {answers.map((answer) => (
        <DataList.Item key={answer.question_id}>
          <DataList.ItemLabel>{answer.label}</DataList.ItemLabel>
          <DataList.ItemValue>{wordsOf(answer)}</DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList>
  );
}
