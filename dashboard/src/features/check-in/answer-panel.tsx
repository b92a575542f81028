import { Button, Stack, Text } from '@mantine/core';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { ProblemAlert } from '../../form/problem-alert.tsx';
import { useTexts } from '../../language/language.tsx';
import { useProblemWords } from '../../refusals/use-problem-words.ts';
import { AnswerWords } from './answer-words.tsx';
import type { Answer, Place } from './scan-ticket.ts';
import { texts } from './texts.ts';
import { undoScan } from './undo-scan.ts';

interface AnswerPanelProps {
  place: Place;
  scan: Pick<UseMutationResult<Answer, Error, string>, 'data' | 'error' | 'isPending'>;
}

/** The last answer, read out as soon as it is there, and the way back from it. */
export function AnswerPanel({ place, scan: { data: answer, error, isPending } }: AnswerPanelProps) {
  const t = useTexts(texts);
  const wordsOf = useProblemWords();
  const client = useQueryClient();
  const undo = useMutation({
    mutationFn: (admitted: { nonce: string; ticketId: string }) => undoScan(client, place, admitted),
    networkMode: 'always',
  });
  const isUndone = undo.isSuccess && undo.variables.nonce === answer?.nonce;
  const { nonce, ticketId } = answer ?? {};
  return (
    <Stack gap="xs">
      <div aria-live="assertive" aria-atomic="true">
        {isPending ? <Text>{t.checking}</Text> : null}
        {error ? <AnswerWords answer={{ verdict: 'problem', detail: wordsOf(error) }} /> : null}
        {/* Another element each time: the same answer twice is read out twice. */}
        {answer && !isUndone ? <AnswerWords key={nonce} answer={answer} /> : null}
        {isUndone ? <Text fw={700}>{t.undone(answer?.name ?? '')}</Text> : null}
      </div>
      {nonce && ticketId && !isUndone ? (
        <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate({ nonce, ticketId })}>
          {t.undo}
        </Button>
      ) : null}
      <ProblemAlert error={undo.variables?.nonce === nonce ? undo.error : null} />
    </Stack>
  );
}
