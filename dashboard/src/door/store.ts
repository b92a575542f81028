import { useSyncExternalStore } from 'react';

/** A value that components follow. It is replaced, never changed. */
export class Store<State> {
  #state: State;
  readonly #listeners = new Set<() => void>();

  constructor(state: State) {
    this.#state = state;
  }

  readonly get = (): State => this.#state;

  readonly set = (state: State) => {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  };

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export const useStore = <State>(store: Store<State>): State => useSyncExternalStore(store.subscribe, store.get);
