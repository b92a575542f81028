import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { ConfigError, readConfig } from '../../src/config/config.ts';
import { repository } from './start-server.ts';

/** The files of deploy/, for the tests that start them as they stand. */
export const deployed = (name: string): string => readFileSync(join(repository, 'deploy', name), 'utf8');

/** Instructions of the last stage of the Containerfile. */
export function image() {
  const [, stage = ''] = deployed('Containerfile').split(/^FROM gcr.*$/m);
  const commandOf = (instruction: string): string[] =>
    JSON.parse(new RegExp(`^${instruction}.*?(\\[.*\\])$`, 'm').exec(stage)?.[1] ?? '[]');
  const [, variables = ''] = /^ENV (.*)$/m.exec(stage) ?? [];
  return {
    environment: Object.fromEntries(variables.split(' ').map((pair) => pair.split('='))) as Record<string, string>,
    user: /^USER (\d+):\1$/m.exec(stage)?.[1] ?? '',
    command: [...commandOf('ENTRYPOINT'), ...commandOf('CMD')],
    healthCheck: commandOf('HEALTHCHECK'),
  };
}

interface Compose {
  services: Record<string, { environment?: Record<string, string>; image?: string }>;
}

export const compose = (): Compose => parse(deployed('compose.yaml'));

/** The environment of an instance, with the variables filled in as Compose does. */
export function composeEnvironment(variables: Record<string, string>): Record<string, string> {
  const { environment = {} } = compose().services['takilya-1'] ?? {};
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filledIn(value, variables)]));
}

/** `${NAME:-default}`, and `${NAME:?message}` for those that have none. */
const filledIn = (text: string, variables: Record<string, string>): string =>
  text.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_all, name: string, kind: string, rest: string) => {
    const value = variables[name] || (kind === '-' ? rest : '');
    if (!value) throw new Error(`${name}: ${rest}`);
    return value;
  });

/** The lines of a file with `NAME=value`. */
export const variablesOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^([A-Z_0-9]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));

export interface Manifest {
  apiVersion: string;
  kind: string;
  data?: Record<string, string>;
  stringData?: Record<string, string>;
}

export const manifests = (): Manifest[] =>
  ['takilya.yaml', 'secret.yaml'].flatMap((name) =>
    parseAllDocuments(deployed(`kubernetes/${name}`)).map((document) => document.toJS() as Manifest),
  );

/** The names in an environment that reading the configuration never asks for. */
export function unknownSettings(environment: Record<string, string>): string[] {
  const asked = new Set<string | symbol>();
  const watched = new Proxy(environment, {
    get(variables, name: string) {
      asked.add(name);
      return variables[name];
    },
  });
  try {
    readConfig(watched);
  } catch (error) {
    // Another test reads whole environments; a part of one may be refused.
    if (!(error instanceof ConfigError)) throw error;
  }
  return Object.keys(environment).filter((name) => !asked.has(name));
}
