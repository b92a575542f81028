import { useBlocker } from '@tanstack/react-router';

/** Asks before the user leaves the page with unsaved input, and lets the browser ask before the tab is closed. */
export const useAskBeforeLeaving = (isLost: () => boolean, words: string) =>
  useBlocker({ shouldBlockFn: () => isLost() && !window.confirm(words), enableBeforeUnload: isLost });
