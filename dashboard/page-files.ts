import { isAbsolute } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** Read by server/src/platform/http/pages/page-preloads.ts. */
const FILE = '.pages.json';

/** What is read of the tree of a module's code. */
interface Node {
  type: string;
  name?: string;
  value?: unknown;
  callee?: Node;
  source?: Node;
  key?: Node;
}

/**
 * Writes down which files each page needs beside the dashboard's own, by the path of its route. The server names them
 * in the document, so that a browser loads them with the dashboard's code instead of after it.
 */
export function pageFiles(): Plugin {
  /** The modules of pages by the paths of their routes. */
  const pages = new Map<string, string>();
  return {
    name: 'page-files',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/routes\/[^/]+\.ts$/ },
      async handler(code, id) {
        for (const route of callsOf('createRoute', this.parse(code))) {
          const page = importIn(route);
          if (page === undefined) continue;
          const path = pathOf(route);
          const module = await this.resolve(page, id);
          if (path === undefined || !module || !isAbsolute(module.id))
            this.error(`a route of ${id} has no path or no page that can be read from its code`);
          pages.set(path, module.id);
        }
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const entry = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/index.html'));
        if (!entry) this.error('the dashboard has no document');
        const first = filesWith(entry, bundle);
        const files = [...pages].map(([path, module]) => {
          const page = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
          if (!page) this.error(`no file is the page ${module}`);
          return [path, [...filesWith(page, bundle)].filter((file) => !first.has(file))];
        });
        this.emitFile({ type: 'asset', fileName: FILE, source: JSON.stringify(Object.fromEntries(files)) });
      },
    },
  };
}

/** A chunk, all that it imports at once, and their styles. */
function filesWith(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, files = new Set<string>()): Set<string> {
  files.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === 'chunk' && !files.has(name)) filesWith(imported, bundle, files);
  }
  return files;
}

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one);
  else if (typeof value === 'object' && value !== null) {
    if ('type' in value) yield value as Node;
    for (const child of Object.values(value)) yield* nodesIn(child);
  }
}

function* callsOf(name: string, program: unknown) {
  for (const node of nodesIn(program)) if (node.type === 'CallExpression' && node.callee?.name === name) yield node;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

function importIn(route: Node): string | undefined {
  for (const node of nodesIn(route)) if (node.type === 'ImportExpression') return textOf(node.source?.value);
}

function pathOf(route: Node): string | undefined {
  for (const node of nodesIn(route))
    if (node.type === 'Property' && node.key?.name === 'path') return textOf((node.value as Node).value);
}
