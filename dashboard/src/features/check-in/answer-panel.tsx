import { Button, Stack, Text } from '@mantine/core';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { ProblemAlert } from '../../form/problem-alert.tsx';
import { useTexts } from '../../language/language.tsx';
import { useProblemWords } from '../../refusals/use-problem-words.ts';
import { AnswerWords } from './answer-words.tsx';
import type { Answer, EventRef } from './scan-ticket.ts';
import { texts } from './texts.ts';
import { undoScan } from './undo-scan.ts';

interface AnswerPanelProps {
  event: EventRef;
  scan: Pick<UseMutationResult<Answer, Error, string>, 'data' | 'error' | 'isPending'>;
}

/** The result of the last scan, announced by screen readers at once, with a button to undo it. */
export function AnswerPanel({ event, scan: { data: answer, error, isPending } }: AnswerPanelProps) {
  const t = useTexts(texts);
  const wordsOf = useProblemWords();
  const client = useQueryClient();
  const undo = useMutation({
    mutationFn: (admitted: { nonce: string; ticketId: string }) => undoScan(client, event, admitted),
    networkMode: 'always',
  });
  const isUndone = undo.isSuccess && undo.variables.nonce === answer?.nonce;
  const { nonce, ticketId } = answer ?? {};
  return (
    <Stack gap="xs">
      <div aria-live="assertive" aria-atomic="true">
        {isPending ? <Text>{t.checking}</Text> : null}
        {error ? <AnswerWords answer={{ verdict: 'problem', detail: wordsOf(error) }} /> : null}
        {/* A new element for each scan, so that the same result is announced again. */}
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
