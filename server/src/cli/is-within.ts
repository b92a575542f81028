import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';

/** Whether a path is in a folder, or is it, whatever links lead there. Neither has to exist. Both are absolute. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(followed(folder), followed(path));
  // On Windows the way to another drive is absolute.
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The path without links, as far as it exists. */
function followed(path: string): string {
  if (existsSync(path)) return realpathSync.native(path);
  const above = dirname(path);
  // On Windows a drive may not exist.
  return above === path ? path : join(followed(above), basename(path));
}
