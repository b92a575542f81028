import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, PRICE, type Workspace } from './client.ts';

/** The newest version whose compiler the generators can use as a library. */
const TYPESCRIPT = 'typescript@5.9.3';

const OPTIONS = {
  compilerOptions: {
    strict: true,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'nodenext',
    noEmit: true,
    resolveJsonModule: true,
  },
};

function install({ folder, run }: Workspace, packages: string[]) {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(OPTIONS));
  run('npm', ['install', '--silent', '--no-audit', '--no-fund', TYPESCRIPT, ...packages]);
}

/** Compiles with and without output, and runs the output: types are gone then. */
function compile({ folder, sample, run }: Workspace, program: string) {
  writeFileSync(join(folder, 'read.ts'), program);
  run('npx', ['tsc', '-p', '.']);
  run('npx', ['tsc', '-p', '.', '--noEmit', 'false', '--outDir', 'out']);
  run('node', [join('out', 'read.js'), sample]);
}

const read = `import { readFileSync } from 'node:fs';
const answer: unknown = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const fetch = async () => Response.json({ data: answer });
`;

export const openapiFetch: Client = {
  name: 'TypeScript, openapi-typescript and openapi-fetch',
  needs: { npm: 'npm' },
  prepare: (workspace) => install(workspace, ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', '@types/node@24']),
  check(workspace) {
    workspace.run('npx', ['openapi-typescript', workspace.document, '-o', 'schema.ts']);
    compile(
      workspace,
      `${read}import createClient from 'openapi-fetch';
import type { components, paths } from './schema.js';
type Event = components['schemas']['Event'];
const api = createClient<paths>({ baseUrl: 'http://localhost', fetch });
const { data } = await api.GET('/events/{id}', { params: { path: { id: 'x' } } });
const event: Event | undefined = data?.data;
if (event?.ticket_price !== ${PRICE}) throw new Error('another price');
`,
    );
  },
};

export const heyApi: Client = {
  name: 'TypeScript, @hey-api/openapi-ts',
  needs: { npm: 'npm' },
  prepare: (workspace) => install(workspace, ['@hey-api/openapi-ts@0.99.0', '@types/node@24']),
  check(workspace) {
    workspace.run('npx', ['openapi-ts', '-i', workspace.document, '-o', 'client']);
    compile(
      workspace,
      `${read}import { client } from './client/client.gen.js';
import { type Event, getEvent } from './client/index.js';
client.setConfig({ baseUrl: 'http://localhost', fetch });
const { data } = await getEvent({ path: { id: 'x' } });
const event: Event | undefined = data?.data;
if (event?.ticket_price !== ${PRICE}) throw new Error('another price');
`,
    );
  },
};
