import { Random } from '../bench/seats-random.ts';

/** Source of every choice in a simulation: the same seed gives the same history. */
export class Dice extends Random {
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** An integer from `least` to `most`. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  /** From `least` to `most`, log-uniform like the delays of people and networks: as often 1 to 10 as 10 to 100. */
  spread(least: number, most: number): number {
    return least * (most / least) ** this.next();
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }

  /** A key of `weights`, in proportion to its weight. */
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
