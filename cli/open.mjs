import { spawn } from 'node:child_process';
import { ApiError, get } from './api.mjs';
import { Failure, print, printJson, UsageError } from './command-line.mjs';
import { accessOf } from './profiles.mjs';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const KINDS = ['events', 'orders'];

export async function open({ argument: id, json, print: onlyPrint, ...values }) {
  const access = accessOf(values);
  const address = `${access.url}/dashboard/${id === undefined ? '' : await pathOf(access, id)}`;
  if (json) printJson({ url: address });
  else print(address);
  if (!onlyPrint && !json) openBrowser(address);
}

async function pathOf(access, id) {
  if (!UUID.test(id)) throw new UsageError(`ID must be the id of an event or an order, not "${id}"`);
  for (const kind of KINDS) if (await exists(access, `/${kind}/${id}`)) return `${kind}/${id}`;
  throw new Failure(`neither an event nor an order has the id ${id}`);
}

async function exists(access, path) {
  try {
    await get(access, path);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false;
    throw error;
  }
}

/** The address was printed, so a machine without a browser is no failure. */
function openBrowser(address) {
  const [file, ...first] = { darwin: ['open'], win32: ['rundll32', 'url.dll,FileProtocolHandler'] }[
    process.platform
  ] ?? ['xdg-open'];
  const child = spawn(file, [...first, address], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
