/** The most steps that can be undone. Older states are dropped. */
const MAX_STEPS = 500;

export interface History<State> {
  past: State[];
  present: State;
  /** The next state first. */
  future: State[];
}

export const startHistory = <State>(present: State): History<State> => ({ past: [], present, future: [] });

/** Adds a step, unless the state is the present one. */
export const change = <State>(history: History<State>, next: State): History<State> =>
  next === history.present
    ? history
    : { past: [...history.past, history.present].slice(-MAX_STEPS), present: next, future: [] };

export function undo<State>(history: History<State>): History<State> {
  const { past, present, future } = history;
  const [before] = past.slice(-1);
  return before === undefined ? history : { past: past.slice(0, -1), present: before, future: [present, ...future] };
}

export function redo<State>(history: History<State>): History<State> {
  const { past, present, future } = history;
  const [next, ...rest] = future;
  return next === undefined ? history : { past: [...past, present], present: next, future: rest };
}
