import { join } from 'node:path';
import type { Workspace } from './client.ts';

/** The Python package contains the generator's jar. */
export const generatorNeeds = { python3: 'python3-venv', java: 'default-jdk-headless' };

export function fetchGenerator({ run }: Workspace) {
  run('python3', ['-m', 'venv', 'venv']);
  run(join('venv', 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', 'openapi-generator-cli==7.26.0']);
}

/** Generates into the folder `client` with default settings, as a new user would. */
export function generate({ document, run }: Workspace, language: string) {
  run(join('venv', 'bin', 'openapi-generator-cli'), ['generate', '-g', language, '-i', document, '-o', 'client']);
}
