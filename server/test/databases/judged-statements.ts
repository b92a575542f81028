import { brokenRules } from './distributed-rules.ts';

/** Texts that this process has judged. A file that sends one again need not repeat it. */
const judged = new Set<string>();

/** Functions whose statements break a rule, and why. The name of a folder stands for all of its statements. */
export const NOT_YET: Record<string, string> = {
  'verify/':
    'reads all organizations; the regular check looks up rows of several one by one, and does not run on Citus',
};

const IS_DATABASE = /[/\\](?:test[/\\]databases|platform[/\\]database)[/\\]/;
const IS_PRODUCT = /[/\\]server[/\\]src[/\\](?!.*\.test\.ts)/;

/**
 * Judges a statement of the product by `brokenRules`, the first time that this process sends it. Statements that the
 * tests send themselves are not judged.
 * @returns the statement with the rules it breaks and where it was sent; undefined when it breaks none
 */
export function judge(text: string): string | undefined {
  if (judged.has(text)) return undefined;
  const [, ...frames] = (new Error().stack ?? '').split('\n');
  const sender = frames.find((frame) => !IS_DATABASE.test(frame));
  if (!sender || !IS_PRODUCT.test(sender)) return undefined;
  judged.add(text);
  if (Object.keys(NOT_YET).some((name) => isOf(sender, name))) return undefined;
  const broken = brokenRules(text);
  return broken.length > 0 ? `${broken.join('; ')}\n${sender.trim()}\n${text}` : undefined;
}

function isOf(sender: string, name: string): boolean {
  const [path = '', called = ''] = name.split(' ');
  return sender.replaceAll('\\', '/').includes(`/server/src/${path}`) && sender.includes(called);
}
