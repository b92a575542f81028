import { useBlocker } from '@tanstack/react-router';

/** Asks with these words whoever leaves the page, and lets the browser ask who closes it, while something would be lost. */
export const useAskBeforeLeaving = (isLost: () => boolean, words: string) =>
  useBlocker({ shouldBlockFn: () => isLost() && !window.confirm(words), enableBeforeUnload: isLost });
