/**
 * Turns a path with invalid escapes (`/events/%zz`) into its literal text. The router would reject it before
 * authentication; this way it is an ordinary, malformed id.
 */
export function escapeBrokenEscapes(url: string): string {
  if (!url.includes('%')) return url;
  const end = url.search(/[?#]/);
  const path = end === -1 ? url : url.slice(0, end);
  try {
    decodeURI(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}
