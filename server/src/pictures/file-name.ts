import { FILES } from '../values/picture.ts';

/** The name in the store of what is served at this path. */
export const fileNameOf = (path: string): string => path.slice(FILES.length);
