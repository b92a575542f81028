import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Declared } from '../server/src/platform/refusals/declare-refusals.ts';

const src = fileURLToPath(new URL('../server/src', import.meta.url));

/** All refusals that the server declares, by the folder of their domain. */
export async function declaredRefusals(): Promise<Map<string, Declared[]>> {
  const domains = new Map<string, Declared[]>();
  for (const path of globSync('**/*refusals.ts', { cwd: src }).sort()) {
    const exported: Record<string, unknown> = await import(`${src}/${path}`);
    // A list only repeats refusals that are declared elsewhere.
    const declarations = Object.values(exported).filter((value) => !Array.isArray(value));
    const found = declarations.flatMap((value) => Object.values(value as object).filter(isDeclared));
    const [domain = ''] = path.split('/');
    domains.set(domain, [...(domains.get(domain) ?? []), ...found]);
  }
  return domains;
}

const isDeclared = (value: unknown): value is Declared => typeof value === 'function' && 'declaration' in value;
