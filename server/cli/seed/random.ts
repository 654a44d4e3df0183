export type Draw = <Item>(items: readonly Item[]) => Item;

/** Returns a deterministic random generator for numbers from 0 to 1: mulberry32. */
export function createRandom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e_37_79_b9);
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function createPick(random: () => number): Draw {
  return (items) => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('Nothing to pick from.');
    return item;
  };
}
