import { useRef } from 'react';
import { newKey } from '../api/new-key.ts';

/**
 * An Idempotency-Key for what must not be done twice when an answer is lost: the same content has the same key until `forget`,
 * which the success calls, because the next buyer may want the same.
 */
export function useRepeatKey() {
  const last = useRef({ content: '', key: '' });
  return {
    keyOf(body: object): string {
      const content = JSON.stringify(body);
      if (last.current.content !== content) last.current = { content, key: newKey() };
      return last.current.key;
    },
    forget() {
      last.current = { content: '', key: '' };
    },
  };
}
