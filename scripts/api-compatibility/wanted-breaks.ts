/**
 * Breaking changes since the released document that are wanted, each as the test prints it, with the reason and what
 * clients have to do. Each also needs a line in CHANGELOG.md. `node scripts/release-api.ts` makes today's document the
 * released one; the list is empty then.
 */
export const WANTED_BREAKS: Readonly<Record<string, string>> = {};
