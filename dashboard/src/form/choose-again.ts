import type { MouseEvent } from 'react';

/**
 * Properties of a file input. Without them a browser reports no change when the file in the input is chosen again,
 * corrected or after it was removed.
 */
export const chooseAgain = {
  onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
    currentTarget.value = '';
  },
};
