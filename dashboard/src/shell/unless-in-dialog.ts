/** For a key that works on a whole page: what is behind an open dialog stays as it is, and nothing opens above one. */
export const unlessInDialog = (act: () => void) => (event: KeyboardEvent) => {
  if (!(event.target as Element).closest('[role="dialog"]')) act();
};
