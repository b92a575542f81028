import { Random } from '../bench/seats-random.ts';

/** Where every choice of a simulation comes from: the same seed, the same history. */
export class Dice extends Random {
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** An integer from `least` to `most`. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  /** From `least` to `most`, as often between 1 and 10 as between 10 and 100: how long people and networks take. */
  spread(least: number, most: number): number {
    return least * (most / least) ** this.next();
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }

  /** A key of `weights`, as often as its weight says. */
  weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key {
    const entries = Object.entries<number>(weights) as [Key, number][];
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      left -= weight;
      if (left < 0) return key;
    }
    throw new RangeError('no weights');
  }
}
