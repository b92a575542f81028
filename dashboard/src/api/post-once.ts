import { api } from './client.ts';
import { newKey } from './new-key.ts';
import { isRefusal } from './problem.ts';

/** Later, the same request is meant as another one: the next buyer may want the same. */
const REPEAT_MS = 10 * 60_000;

type Post = typeof api.POST;
type AnyPost = (path: string, call: object) => Promise<unknown>;

/**
 * Gives a request an Idempotency-Key, so that a repeat after a lost answer does nothing twice: the same path and
 * content have the same key until the server has answered. A refusal is an answer, because its cause may be gone when
 * the user tries again.
 */
export function withRepeatKeys(post: AnyPost, now: () => number = Date.now): AnyPost {
  const unanswered = new Map<string, { key: string; sentAt: number }>();
  return async (path, call) => {
    const content = JSON.stringify([path, call]);
    const last = unanswered.get(content);
    const sentAt = now();
    const key = last && sentAt - last.sentAt < REPEAT_MS ? last.key : newKey();
    unanswered.set(content, { key, sentAt });
    try {
      const answer = await post(path, { ...call, idempotencyKey: key });
      unanswered.delete(content);
      return answer;
    } catch (error) {
      if (isRefusal(error)) unanswered.delete(content);
      throw error;
    }
  };
}

/** A POST that must not be done twice, because it creates something or moves money. */
export const postOnce = withRepeatKeys(api.POST as AnyPost) as Post;
