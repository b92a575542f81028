/**
 * Callers share questions: callers that come while one is under way get the answer of the next. So no caller gets the
 * answer to a question that was sent before it came.
 */
export function askTogether<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Answer> | null = null;
  return () => {
    next ??= running.then(() => {
      next = null;
      const answer = ask();
      running = answer.catch(() => {});
      return answer;
    });
    return next;
  };
}
