import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { ApiError, get } from './api.mjs';
import { Failure, print, printJson, say, UsageError } from './command-line.mjs';
import { Backoff, follow, pause, untilStopped } from './follow.mjs';
import { send, signingSecret } from './forward.mjs';
import { accessOf, configFolder, readIfThere, savePrivately } from './profiles.mjs';

/**
 * Reads notifications and sends each to the address, in order, until it answers 2xx; then it keeps the cursor. So
 * neither a restart of the server, nor of the program, nor of this command loses one. When this command is killed
 * between an answer and the file, that one is sent twice: it has the same id.
 */
export async function listen(values) {
  const { json, live, type } = values;
  const address = addressOf(values['forward-to']);
  const access = accessOf(values);
  const { id, name, mode } = await get(access, '/organization');
  if (mode === 'live' && !live)
    throw new Failure(
      `${name} is live, and its notifications name buyers: use a key of its test organization, or add --live`,
    );
  const secret = signingSecret(access.key);
  const file = cursorFile(access.url, id, address);
  const save = (cursor) => savePrivately(file, cursor);
  const after = await startOf(access, file, values);
  if (after) save(after);
  if (json) printJson({ organization: name, mode, forward_to: address, secret });
  else print(`Notifications of ${name} (${mode}) go to ${address}`, `Signing secret: ${secret}`);

  const signal = untilStopped();
  const options = { after, type, payload: values.thin && 'thin', signal, onTrouble: say };
  try {
    for await (const { notifications, next_cursor } of follow(access, options)) {
      for (const notification of notifications) {
        if (!(await sendUntilAccepted(notification, { address, secret, signal, json }))) return;
        save(notification.cursor);
      }
      save(next_cursor);
    }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'cursor_gone')
      error.message += '. Begin again with --from-now or --from-start';
    throw error;
  }
}

/** @returns {Promise<boolean>} false: it was stopped before */
async function sendUntilAccepted(notification, { address, secret, signal, json }) {
  const { id, type } = notification;
  const backoff = new Backoff();
  while (!signal.aborted) {
    const { status, problem } = await send(address, notification, secret, signal);
    if (signal.aborted && problem) return false;
    if (json) printJson({ at: new Date().toISOString(), id, type, status: status ?? null, problem: problem ?? null });
    if (!problem) {
      if (!json) print(`${new Date().toISOString()}  ${status}  ${type}  ${id}`);
      return true;
    }
    const wait = backoff.next();
    say(`${address} ${problem}: ${type} ${id} is sent again in ${wait / 1_000} s`);
    await pause(wait, signal);
  }
  return false;
}

/** @returns {Promise<string | undefined>} undefined: from the oldest notification */
async function startOf(access, file, values) {
  if (values['from-start']) return undefined;
  const kept = values['from-now'] ? undefined : readIfThere(file)?.trim();
  return kept || (await get(access, '/notifications?after=latest')).next_cursor;
}

/** Each server, organization and address has its own. */
function cursorFile(url, organizationId, address) {
  const name = createHash('sha256').update([url, organizationId, address].join('\n')).digest('hex').slice(0, 32);
  return join(configFolder(), 'cursors', name);
}

function addressOf(text) {
  const address = /^https?:\/\//.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address))
    throw new UsageError(`--forward-to must be an address such as localhost:4000/hook, not "${text}"`);
  return new URL(address).href;
}
