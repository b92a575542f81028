import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `…/node_modules/@scope/name`, of any file below it. */
const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/;

interface Described {
  name: string;
  version: string;
  license?: string;
}

/** The licences of the packages that these files are of, as a text to go with a program that they were built into. */
export function licencesOf(files: string[]): string {
  const packages = new Set(files.flatMap((file) => PACKAGE.exec(file)?.[0] ?? []));
  const texts = [...packages].flatMap((folder) => {
    if (!existsSync(join(folder, 'package.json'))) return [];
    const { name, version, license = '' }: Described = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const [file] = globSync(['LICEN[CS]E*', 'licen[cs]e*'], { cwd: folder });
    const text = file ? readFileSync(join(folder, file), 'utf8').trim() : '';
    return [`## ${name} ${version}\n\n${license}\n\n${text}\n`];
  });
  return texts.sort().join('\n');
}
