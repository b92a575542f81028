/**
 * A path with escapes that stand for nothing (`/events/%zz`) as the literal text it is. The router would refuse it before
 * the key is looked at; so it is an id like any other, and malformed.
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
