import type { LookupAddress } from 'node:dns';
import { readFile, stat } from 'node:fs/promises';

/** Where the operating system keeps the names that need no name server. */
const HOSTS_FILE = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';

/** RFC 6761: these names mean this machine, whatever a file or a name server says. */
const LOOPBACK: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Finds the addresses of a name in the hosts file. The file is read again when it has changed. A missing file has no
 * names.
 */
export function hostsFile(path = HOSTS_FILE): (hostname: string) => Promise<LookupAddress[]> {
  let names = new Map<string, LookupAddress[]>();
  let readAtChange: number | undefined;
  return async (hostname) => {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    if (name === 'localhost' || name.endsWith('.localhost')) return LOOPBACK;
    const changedMs = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    if (changedMs !== readAtChange) {
      names = parseHosts(await readFile(path, 'utf8').catch(() => ''));
      readAtChange = changedMs;
    }
    return names.get(name) ?? [];
  };
}

/** Lines such as `10.0.0.7 hooks hooks.example  # staging`. */
function parseHosts(text: string): Map<string, LookupAddress[]> {
  const names = new Map<string, LookupAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...aliases] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    for (const alias of aliases)
      names.set(alias, [...(names.get(alias) ?? []), { address, family: address.includes(':') ? 6 : 4 }]);
  }
  return names;
}
