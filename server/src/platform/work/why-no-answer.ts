import { AnswerTooLong } from './read-limited.ts';

/**
 * Why a `fetch` failed, for messages and the log: only the code of the cause, because its words may quote what was
 * sent.
 */
export function whyNoAnswer(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'no answer in time';
  if (error instanceof AnswerTooLong) return error.message;
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code ?? 'connection lost';
}
