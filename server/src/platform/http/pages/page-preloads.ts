import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Written by dashboard/page-files.ts: the files of each page by the path of its route, as `/orders/$orderId`. */
const FILE = '.pages.json';

/**
 * @param path of the page, below the dashboard's own
 * @returns links to the files that this page needs beside those in the document
 */
export async function preloadsFor(path: string, folder: string): Promise<string> {
  const pages: Record<string, string[]> = JSON.parse(await readFile(join(folder, FILE), 'utf8').catch(() => '{}'));
  const routes = Object.keys(pages);
  const route = routes.find((one) => one === path) ?? routes.find((one) => isOf(one, path));
  const files = route === undefined ? [] : (pages[route] ?? []);
  return files.map(link).join('');
}

function isOf(route: string, path: string): boolean {
  const [names, parts] = [route.split('/'), path.split('/')];
  return names.length === parts.length && names.every((name, at) => name.startsWith('$') || name === parts[at]);
}

const link = (file: string) =>
  `<link rel="${file.endsWith('.css') ? 'stylesheet' : 'modulepreload'}" crossorigin href="/dashboard/${file}">`;
