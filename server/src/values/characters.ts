/** Whether a text has at most so many characters, counted as schemas and the database do: an emoji is one. */
export const hasAtMost = (text: string, max: number): boolean =>
  text.length <= max || (text.length <= 2 * max && [...text].length <= max);
