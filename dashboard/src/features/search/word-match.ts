const wordsOf = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter(Boolean);

/**
 * Whether each word of the search begins a word of the text, as the server searches orders. Signs alone find nothing.
 */
export function matches(text: string, search: string): boolean {
  const words = wordsOf(text);
  const sought = wordsOf(search);
  return sought.length > 0 && sought.every((each) => words.some((word) => word.startsWith(each)));
}
