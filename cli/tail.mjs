import { get } from './api.mjs';
import { print, say } from './command-line.mjs';
import { follow, untilStopped } from './follow.mjs';
import { accessOf } from './profiles.mjs';

export async function tail(values) {
  const access = accessOf(values);
  const fromStart = values['from-start'];
  // A wrong address or key ends the command here; later troubles do not.
  const { next_cursor: cursor } = await get(access, `/notifications?${fromStart ? 'limit=1' : 'after=latest'}`);
  const after = fromStart ? undefined : cursor;
  const signal = untilStopped();
  for await (const { notifications } of follow(access, { after, type: values.type, signal, onTrouble: say }))
    for (const one of notifications) print(values.json ? JSON.stringify(one) : lineOf(one));
}

/** Without what is of a person, which stays out of scrollback and screenshots. */
function lineOf({ created_at, type, data }) {
  const facts = Object.entries(data).filter(([name]) => name !== 'customer');
  return [
    created_at,
    type,
    ...facts.map(([name, value]) => `${name}=${Array.isArray(value) ? value.join(',') : value}`),
  ].join('  ');
}
