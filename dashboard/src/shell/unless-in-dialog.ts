/** For a key that works on a whole page: what is behind an open dialog stays as it is, and nothing opens above one. */
export const unlessInDialog = (act: () => void) => () => {
  if (!document.querySelector('[role="dialog"]')) act();
};
