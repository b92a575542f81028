import { join } from 'node:path';
import type { Workspace } from './client.ts';

/** The Python package has the generator's jar in it. */
export const generatorNeeds = { python3: 'python3-venv', java: 'default-jdk-headless' };

export function fetchGenerator({ run }: Workspace) {
  run('python3', ['-m', 'venv', 'venv']);
  run(join('venv', 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', 'openapi-generator-cli==7.26.0']);
}

/** Into the folder `client`, with the generator's own settings: what a newcomer gets. */
export function generate({ document, run }: Workspace, language: string) {
  run(join('venv', 'bin', 'openapi-generator-cli'), ['generate', '-g', language, '-i', document, '-o', 'client']);
}
