/**
 * Handles a key that works on a whole page, unless a dialog is open: the page behind it stays as it is, and no second
 * dialog opens.
 */
export const unlessInDialog = (act: () => void) => () => {
  if (!document.querySelector('[role="dialog"]')) act();
};
