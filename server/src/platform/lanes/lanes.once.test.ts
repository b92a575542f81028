import { describe, expect, test } from 'vitest';
import { DatabaseUnavailable } from '../database/database.ts';
import { Refusal } from '../refusals/refusal.ts';
import { Lanes } from './lanes.ts';
import { Rush } from './rush.ts';

const done = (value: string): PromiseSettledResult<string> => ({ status: 'fulfilled', value });

/** Lanes whose batches are recorded; the test finishes them. */
function observedLanes(options: { maxPerBatch?: number; maxWaiting?: number; rush?: Rush } = {}) {
  const batches: string[][] = [];
  const gates: (() => void)[] = [];
  const lanes = new Lanes<string, string>({
    name: 'test',
    ...options,
    run: async (members) => {
      batches.push(members);
      await new Promise<void>((open) => gates.push(open));
      return members.map(done);
    },
  });
  return { lanes, batches, openGate: () => gates.shift()?.() };
}

/** Lets everything run that waits only for a turn of the event loop. */
const turns = async (count = 5) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

describe('a lane', () => {
  test('runs members of the same turn as one batch, in their order of arrival', async () => {
    const { lanes, batches, openGate } = observedLanes();
    const answers = Promise.all(['a', 'b', 'c'].map((member) => lanes.join('event', member)));
    await turns();
    openGate();
    await expect(answers).resolves.toEqual(['a', 'b', 'c']);
    expect(batches).toEqual([['a', 'b', 'c']]);
  });

  test('delays a lone member by one turn of the event loop only', async () => {
    const { lanes, batches, openGate } = observedLanes();
    const answer = lanes.join('event', 'alone');
    await turns(1);
    expect(batches).toEqual([['alone']]);
    openGate();
    await answer;
  });

  test('reports every batch to the rush detector', async () => {
    const rush = new Rush();
    const { lanes, openGate } = observedLanes({ rush });
    const answers = Promise.all(Array.from({ length: 16 }, (_, n) => lanes.join('event', String(n))));
    expect(rush.isOn).toBe(false);
    await turns();
    expect(rush.isOn).toBe(true);
    openGate();
    await answers;
  });

  test('has one batch in flight; the next one takes the members that gathered meanwhile', async () => {
    const { lanes, batches, openGate } = observedLanes();
    const first = lanes.join('event', 'first');
    await turns();
    const later = Promise.all(['second', 'third'].map((member) => lanes.join('event', member)));
    await turns();
    expect(batches).toEqual([['first']]);
    openGate();
    await first;
    await turns();
    expect(batches).toEqual([['first'], ['second', 'third']]);
    openGate();
    await later;
  });

  test('lets a batch that waited for a lock take late members, up to its limit', async () => {
    const batches: string[][] = [];
    let grantLock = () => {};
    const lanes = new Lanes<string, string>({
      name: 'test',
      maxPerBatch: 3,
      run: async (members, late) => {
        await new Promise<void>((granted) => (grantLock = granted));
        const all = [...members, ...late()];
        batches.push(all);
        return all.map(done);
      },
    });
    const answers = [lanes.join('event', 'first')];
    await turns();
    for (const member of ['second', 'third', 'fourth']) answers.push(lanes.join('event', member));
    grantLock();
    await turns();
    grantLock();
    await expect(Promise.all(answers)).resolves.toEqual(['first', 'second', 'third', 'fourth']);
    expect(batches).toEqual([['first', 'second', 'third'], ['fourth']]);
  });

  test('starts the next batch before every member of a large one is answered', async () => {
    const crowd = 40;
    let told = 0;
    const toldBefore: number[] = [];
    const lanes = new Lanes<string, string>({
      name: 'test',
      maxPerBatch: crowd,
      run: async (members) => {
        toldBefore.push(told);
        return members.map(done);
      },
    });
    const answers = Array.from({ length: crowd + 1 }, (_, n) => lanes.join('event', String(n)));
    await Promise.all(answers.map((answer) => answer.then(() => told++)));
    expect(toldBefore).toHaveLength(2);
    expect(toldBefore[1]).toBeLessThan(crowd);
  });

  test('does not wait for the other lanes', async () => {
    const { lanes, batches, openGate } = observedLanes();
    const both = Promise.all([lanes.join('one', 'a'), lanes.join('other', 'b')]);
    await turns();
    expect(batches).toEqual([['a'], ['b']]);
    openGate();
    openGate();
    await both;
  });

  test('never makes a batch larger than its limit, and keeps the order', async () => {
    const { lanes, batches, openGate } = observedLanes({ maxPerBatch: 2 });
    const members = ['a', 'b', 'c', 'd', 'e'];
    const answers = Promise.all(members.map((member) => lanes.join('event', member)));
    for (let batch = 0; batch < 3; batch++) {
      await turns();
      openGate();
    }
    await expect(answers).resolves.toEqual(members);
    expect(batches).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  });

  test('refuses with 503 and Retry-After beyond its limit, and accepts members again afterwards', async () => {
    const { lanes, openGate } = observedLanes({ maxWaiting: 2 });
    const first = lanes.join('event', 'in flight');
    await turns();
    const waiting = Promise.all(['a', 'b'].map((member) => lanes.join('event', member)));
    const refusal = await lanes.join('event', 'too many').catch((error) => error);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({ status: 503, code: 'overloaded', headers: { 'retry-after': '1' } });
    openGate();
    await first;
    await turns();
    openGate();
    await waiting;
    const again = lanes.join('event', 'again');
    await turns();
    openGate();
    await expect(again).resolves.toBe('again');
  });
});

describe('a member that fails', () => {
  test('gets its own error while its neighbours succeed', async () => {
    const lanes = new Lanes<string, string>({
      name: 'test',
      run: async (members) =>
        members.map((member) =>
          member === 'bad' ? { status: 'rejected', reason: new Error('not you') } : done(member),
        ),
    });
    const answers = await Promise.allSettled(['a', 'bad', 'b'].map((member) => lanes.join('event', member)));
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  test('is found by bisection, in order: its neighbours succeed, most of them together', async () => {
    const batches: string[][] = [];
    const lanes = new Lanes<string, string>({
      name: 'test',
      run: async (members) => {
        batches.push(members);
        if (members.includes('poison')) throw new Error('poisoned');
        return members.map(done);
      },
    });
    const members = ['a', 'b', 'c', 'poison', 'd', 'e', 'f', 'g'];
    const answers = await Promise.allSettled(members.map((member) => lanes.join('event', member)));
    expect(answers.map(({ status }) => status === 'fulfilled')).toEqual(members.map((member) => member !== 'poison'));
    expect(batches.map((batch) => batch.join(' '))).toEqual([
      'a b c poison d e f g',
      'a b c poison',
      'a b',
      'c poison',
      'c',
      'poison',
      'd e f g',
    ]);
  });

  test('is found among late members too, and no member joins a half', async () => {
    const batches: string[][] = [];
    const lanes = new Lanes<string, string>({
      name: 'test',
      run: async (members, late) => {
        await turns(1);
        const all = [...members, ...late()];
        batches.push(all);
        if (all.includes('poison')) throw new Error('poisoned');
        return all.map(done);
      },
    });
    const first = lanes.join('event', 'first');
    await new Promise((resolve) => setImmediate(resolve));
    const late = Promise.allSettled(['poison', 'third'].map((member) => lanes.join('event', member)));
    await expect(first).resolves.toBe('first');
    expect((await late).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(batches).toEqual([['first', 'poison', 'third'], ['first', 'poison'], ['first'], ['poison'], ['third']]);
  });

  test('because the database is unavailable is not searched for: all fail at once, and the next batch runs', async () => {
    const batches: string[][] = [];
    const away = new DatabaseUnavailable('connection lost');
    const lanes = new Lanes<string, string>({
      name: 'test',
      run: async (members) => {
        batches.push(members);
        if (batches.length === 1) throw away;
        return members.map(done);
      },
    });
    const answers = await Promise.allSettled(['a', 'b', 'c'].map((member) => lanes.join('event', member)));
    expect(answers).toEqual(['a', 'b', 'c'].map(() => ({ status: 'rejected', reason: away })));
    expect(await lanes.join('event', 'd')).toBe('d');
    expect(batches).toEqual([['a', 'b', 'c'], ['d']]);
  });

  test('without an outcome is rejected rather than left waiting', async () => {
    const lanes = new Lanes<string, string>({ name: 'test', run: async () => [] });
    await expect(lanes.join('event', 'forgotten')).rejects.toThrow('no outcome');
  });
});
