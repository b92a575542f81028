import type { MouseEvent } from 'react';

/**
 * For a file input: a browser says nothing when the file that is in it is chosen again, corrected or after it was
 * removed.
 */
export const chooseAgain = {
  onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
    currentTarget.value = '';
  },
};
