import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Secret, Service } from 'kubernetes-models/v1';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../src/config/config.ts';
import {
  compose,
  composeEnvironment,
  deployed,
  image,
  type Manifest,
  manifests,
  unknownSettings,
  variablesOf,
} from '../process/deployment.ts';
import { installedProgram } from '../process/documented.ts';
import { repository } from '../process/start-server.ts';

const SECRETS = { POSTGRES_PASSWORD: 'p', SECRETS_KEY: Buffer.alloc(32, 1).toString('base64') };

/** Setting of the C library, not of the server: decision 79. */
const FREED_MEMORY = ['MALLOC_MMAP_THRESHOLD_', '1048576'] as const;

/** Environment variables of each file of deploy/, by the place where they are set. */
const environments = (): Record<string, Record<string, string>> => ({
  Containerfile: image().environment,
  'compose.yaml': {
    ...image().environment,
    ...composeEnvironment({ ...variablesOf(deployed('example.env')), ...SECRETS }),
  },
  kubernetes: Object.assign(
    {},
    image().environment,
    ...manifests().map(({ data, stringData }) => ({ ...data, ...stringData })),
    { SECRETS_KEY: SECRETS.SECRETS_KEY },
  ),
  'takilya@.service': variablesOf(
    deployed('systemd/takilya@.service')
      .replaceAll(/^Environment=/gm, '')
      .replaceAll('%i', '1'),
  ),
});

test('every setting in deploy/ is one that the server knows, and the server accepts all of them together', () => {
  expect(unknownSettings({ MAIL_FROM: 'a@b.example', MAIL_FORM: 'a@b.example' })).toEqual(['MAIL_FORM']);
  for (const [file, environment] of Object.entries(environments())) {
    expect(Object.keys(environment).length, file).toBeGreaterThan(2);
    expect(unknownSettings(environment), file).toEqual([FREED_MEMORY[0]]);
  }
  for (const file of ['compose.yaml', 'kubernetes']) expect(() => readConfig(environments()[file]), file).not.toThrow();
});

test('every way to start the server gives free memory back to the system', () => {
  const [name, value] = FREED_MEMORY;
  for (const [file, environment] of Object.entries(environments())) expect(environment[name], file).toBe(value);
  const text = (file: string) => readFileSync(join(repository, file), 'utf8');
  expect(JSON.parse(text('package.json')).scripts.start).toContain(
    `exec env NODE_COMPILE_CACHE=node_modules/.cache/node ${name}=${value} `,
  );
  expect(text('scripts/takilya.mjs')).toContain(`env: { ${name}: '${value}', ...process.env`);
});

test('compose.yaml follows the Compose Specification, and its variables are those of example.env or have defaults', () => {
  // Its formats are those of Compose, and its address of JSON Schema is not one that ajv knows.
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, validateSchema: false });
  const schema = readFileSync(join(repository, 'node_modules/dclint/schemas/compose.schema.json'), 'utf8');
  const validate = ajv.compile(JSON.parse(schema));
  expect(validate(compose()), ajv.errorsText(validate.errors)).toBe(true);
  expect(validate({ services: { web: { image: 'x', healthchek: {} } } })).toBe(false);
  const text = deployed('compose.yaml');
  const known = variablesOf(deployed('example.env'));
  const used = [...text.matchAll(/\$\{(\w+)(:-)?/g)];
  expect(used.filter(([, name = '', hasDefault]) => !hasDefault && !(name in known))).toEqual([]);
  expect(Object.keys(known).filter((name) => !text.includes(`\${${name}`))).toEqual([]);
  const images = Object.values(compose().services).flatMap(({ image }) => image ?? []);
  expect(images.filter((name) => !/:[\d.]+(-alpine)?$|TAKILYA_IMAGE|:v[\d.]+$/.test(name))).toEqual([]);
});

const MODELS = { ConfigMap, Secret, Service, Deployment, Ingress, PodDisruptionBudget };

/** @throws Error when a value has the wrong type, or a required one is missing */
function validateManifest(manifest: Manifest) {
  const Model = MODELS[manifest.kind as keyof typeof MODELS];
  if (!Model) throw new Error(`unknown kind: ${manifest.kind}`);
  new Model(manifest as never).validate();
}

/** Field names of Kubernetes: its schemas allow others, which the server refuses. */
function fieldNames(): Set<string> {
  const folders = ['kubernetes-models/v1', '@kubernetes-models/apimachinery/apis/meta/v1/ObjectMeta'].map((name) =>
    dirname(dirname(fileURLToPath(import.meta.resolve(name)))),
  );
  const names = folders.flatMap((folder) =>
    globSync('**/*.d.ts', { cwd: folder }).flatMap((path) =>
      [...readFileSync(join(folder, path), 'utf8').matchAll(/^\s+"?(\w+)"?\??: /gm)].map(([, name = '']) => name),
    ),
  );
  return new Set(names);
}

/** Keys that are the operator's words, not fields. */
const FREE = ['data', 'stringData', 'annotations', 'labels', 'matchLabels', 'selector', 'requests', 'limits'];

const keysOf = (value: unknown): string[] =>
  value === null || typeof value !== 'object'
    ? []
    : Object.entries(value).flatMap(([key, inner]) => [
        ...(Array.isArray(value) ? [] : [key]),
        ...(FREE.includes(key) && !JSON.stringify(inner).includes('matchLabels') ? [] : keysOf(inner)),
      ]);

test('the manifests of Kubernetes follow its schemas', () => {
  const names = fieldNames();
  expect(manifests().map(({ kind }) => kind)).toContain('Deployment');
  for (const manifest of manifests()) {
    validateManifest(manifest);
    expect(keysOf(manifest).filter((key) => !names.has(key))).toEqual([]);
  }
  expect(() =>
    validateManifest({ apiVersion: 'apps/v1', kind: 'Deployment', spec: { replicas: 'two' } } as Manifest),
  ).toThrow();
  expect(names.has('readinesProbe')).toBe(false);
});

/** systemd's own scale from 0 to 100; 20 is its “OK”, and an ordinary service has 96. */
const MOST_EXPOSED = 20;
const systemdAnalyze = installedProgram('systemd-analyze');

test.skipIf(!systemdAnalyze)('systemd calls its unit well protected', () => {
  const unit = join(repository, 'deploy/systemd/takilya@.service');
  const judge = (most: number) =>
    execFileSync(systemdAnalyze ?? '', ['security', '--offline=true', `--threshold=${most}`, unit], { stdio: 'pipe' });
  judge(MOST_EXPOSED);
  expect(() => judge(1)).toThrow();
});

test('the settings of the documented installation under systemd let the server start', () => {
  const [, settings = ''] =
    /> \/etc\/takilya\.env <<END\n(.*?)^END$/ms.exec(readFileSync(join(repository, 'docs/deploy.md'), 'utf8')) ?? [];
  const env = variablesOf(settings.replace('$(openssl rand -base64 32)', SECRETS.SECRETS_KEY));
  expect(() => readConfig({ ...environments()['takilya@.service'], ...env })).not.toThrow();
});

test('systemd starts an instance again however often it ends, such as while its database is away, but not every second', () => {
  const unit = deployed('systemd/takilya@.service');
  expect(unit).toMatch(/^\[Unit\]\n[^[]*^StartLimitIntervalSec=0$/m);
  expect(unit).toMatch(/^\[Service\]\n[^[]*^RestartSteps=5\nRestartMaxDelaySec=10$/m);
});

test('the release workflow pins its actions by commit and has no rights beyond its jobs', () => {
  const text = readFileSync(join(repository, '.github/workflows/release.yml'), 'utf8');
  const workflow = parse(text) as {
    permissions: object;
    jobs: Record<string, { permissions: object; steps: { uses?: string }[] }>;
  };
  expect(workflow.permissions).toEqual({});
  const used = Object.values(workflow.jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
  expect(used.length).toBeGreaterThan(3);
  expect(used.filter((action) => !/^actions\/[\w-]+@[0-9a-f]{40}$/.test(action))).toEqual([]);
  for (const [, script] of text.matchAll(/(scripts\/[\w-]+\.mjs|deploy\/\w+)/g))
    readFileSync(join(repository, script ?? ''));
});
