/**
 * Callers share questions: those that come while one is under way get the answer of the next. So no answer is to a
 * question that was sent before its caller came.
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
