/** The neighbours of a pixel as (dx, dy), in an order in which `i ^ 1` is the opposite direction of `i`. */
export const NEIGHBOURS: readonly (readonly [number, number])[] = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [-1, -1],
  [1, -1],
  [-1, 1],
];

const DEGREE = NEIGHBOURS.length;
const NONE = -1;
/**
 * Markers in place of an arc to the parent: the pixel is connected to its terminal, or has lost its parent.
 */
const TERMINAL = -2;
const ORPHAN = -3;
const FREE = 0;
const SOURCE = 1;
const SINK = 2;
const FAR = 0x7fffffff;

/**
 * The minimum cut of a grid with eight neighbours, by the augmenting paths of Boykov and Kolmogorov: two
 * search trees grow from the terminals, and after each augmentation the separated branches get new parents,
 * instead of a new search ("An Experimental Comparison of Min-Cut/Max-Flow Algorithms", PAMI 2004).
 *
 * `terminal` holds for each pixel the capacity from the source minus the capacity to the sink. `capacity`
 * holds eight arcs per pixel in the order of `NEIGHBOURS`, with 0 for arcs that leave the grid. Both arrays
 * are overwritten. Returns 1 for each pixel on the source's side.
 */
export function minimumCut(
  width: number,
  height: number,
  terminal: Float32Array,
  capacity: Float32Array,
): Uint8Array {
  const count = width * height;
  const offset = Int32Array.from(NEIGHBOURS, ([dx, dy]) => dy * width + dx);
  const tree = new Uint8Array(count);
  /** The arc from a pixel towards its parent, or a marker. */
  const parent = new Int32Array(count).fill(NONE);
  const distance = new Int32Array(count);
  const stamp = new Int32Array(count);
  const queued = new Uint8Array(count);
  const active = new Int32Array(count + 1);
  let activeHead = 0;
  let activeTail = 0;
  let time = 0;
  const orphans: number[] = [];
  let orphanHead = 0;

  const activate = (pixel: number) => {
    if (queued[pixel]) return;
    queued[pixel] = 1;
    active[activeTail] = pixel;
    activeTail = activeTail === count ? 0 : activeTail + 1;
  };
  const orphan = (pixel: number) => {
    parent[pixel] = ORPHAN;
    orphans.push(pixel);
  };
  /**
   * The flow that `arc` of `pixel` can still take in the direction of its tree: from the source, or into the
   * sink.
   */
  const residual = (pixel: number, arc: number, side: number) =>
    side === SOURCE
      ? capacity[pixel * DEGREE + arc]!
      : capacity[(pixel + offset[arc]!) * DEGREE + (arc ^ 1)]!;

  for (let pixel = 0; pixel < count; pixel++) {
    if (terminal[pixel] === 0) continue;
    tree[pixel] = terminal[pixel]! > 0 ? SOURCE : SINK;
    parent[pixel] = TERMINAL;
    distance[pixel] = 1;
    activate(pixel);
  }

  for (;;) {
    const meeting = grow();
    if (!meeting) break;
    time++;
    augment(meeting[0], meeting[1]);
    adopt();
  }
  return tree.map((side) => (side === SOURCE ? 1 : 0));

  /**
   * Grows the trees until they meet; returns the pixel of the source's tree and the arc to the other tree.
   */
  function grow(): [number, number] | undefined {
    while (activeHead !== activeTail) {
      const pixel = active[activeHead]!;
      const side = tree[pixel]!;
      if (side !== FREE) {
        for (let arc = 0; arc < DEGREE; arc++) {
          if (!reaches(pixel, arc) || residual(pixel, arc, side) <= 0) continue;
          const next = pixel + offset[arc]!;
          const other = tree[next]!;
          if (other === FREE) {
            tree[next] = side;
            parent[next] = arc ^ 1;
            stamp[next] = stamp[pixel]!;
            distance[next] = distance[pixel]! + 1;
            activate(next);
          } else if (other !== side) {
            return side === SOURCE ? [pixel, arc] : [next, arc ^ 1];
          } else if (stamp[next]! <= stamp[pixel]! && distance[next]! > distance[pixel]!) {
            parent[next] = arc ^ 1;
            stamp[next] = stamp[pixel]!;
            distance[next] = distance[pixel]! + 1;
          }
        }
      }
      queued[pixel] = 0;
      activeHead = activeHead === count ? 0 : activeHead + 1;
    }
    return undefined;
  }

  /**
   * Whether the other end of an arc is inside the arrays. Arcs that leave the grid at a side have no
   * capacity.
   */
  function reaches(pixel: number, arc: number): boolean {
    const [dx, dy] = NEIGHBOURS[arc]!;
    const x = (pixel % width) + dx;
    const y = pixel + dy * width;
    return x >= 0 && x < width && y >= 0 && y < count;
  }

  function augment(pixel: number, arc: number): void {
    let bottleneck = capacity[pixel * DEGREE + arc]!;
    for (let p = pixel; ; ) {
      const up = parent[p]!;
      if (up === TERMINAL) {
        bottleneck = Math.min(bottleneck, terminal[p]!);
        break;
      }
      p += offset[up]!;
      bottleneck = Math.min(bottleneck, capacity[p * DEGREE + (up ^ 1)]!);
    }
    const across = pixel + offset[arc]!;
    for (let p = across; ; ) {
      const up = parent[p]!;
      if (up === TERMINAL) {
        bottleneck = Math.min(bottleneck, -terminal[p]!);
        break;
      }
      bottleneck = Math.min(bottleneck, capacity[p * DEGREE + up]!);
      p += offset[up]!;
    }

    push(pixel, arc, bottleneck);
    for (let p = pixel; ; ) {
      const up = parent[p]!;
      if (up === TERMINAL) {
        terminal[p]! -= bottleneck;
        if (terminal[p]! <= 0) orphan(p);
        break;
      }
      const above = p + offset[up]!;
      push(above, up ^ 1, bottleneck);
      if (capacity[above * DEGREE + (up ^ 1)]! <= 0) orphan(p);
      p = above;
    }
    for (let p = across; ; ) {
      const up = parent[p]!;
      if (up === TERMINAL) {
        terminal[p]! += bottleneck;
        if (terminal[p]! >= 0) orphan(p);
        break;
      }
      push(p, up, bottleneck);
      if (capacity[p * DEGREE + up]! <= 0) orphan(p);
      p += offset[up]!;
    }
  }

  function push(pixel: number, arc: number, amount: number): void {
    capacity[pixel * DEGREE + arc]! -= amount;
    capacity[(pixel + offset[arc]!) * DEGREE + (arc ^ 1)]! += amount;
  }

  function adopt(): void {
    while (orphanHead < orphans.length) findParent(orphans[orphanHead++]!);
    orphans.length = 0;
    orphanHead = 0;
  }

  function findParent(pixel: number): void {
    const side = tree[pixel]!;
    let bestArc = NONE;
    let bestDistance = FAR;
    for (let arc = 0; arc < DEGREE; arc++) {
      if (!reaches(pixel, arc)) continue;
      const next = pixel + offset[arc]!;
      // The flow comes down from a source parent, and goes up to a sink parent.
      if (tree[next] !== side || residual(next, arc ^ 1, side) <= 0) continue;
      const length = distanceToTerminal(next);
      if (length < bestDistance) {
        bestDistance = length;
        bestArc = arc;
      }
    }
    if (bestArc !== NONE) {
      parent[pixel] = bestArc;
      stamp[pixel] = time;
      distance[pixel] = bestDistance + 1;
      return;
    }
    for (let arc = 0; arc < DEGREE; arc++) {
      if (!reaches(pixel, arc)) continue;
      const next = pixel + offset[arc]!;
      if (tree[next] !== side) continue;
      if (residual(next, arc ^ 1, side) > 0) activate(next);
      const up = parent[next]!;
      if (up >= 0 && next + offset[up]! === pixel) orphan(next);
    }
    tree[pixel] = FREE;
    parent[pixel] = NONE;
  }

  /**
   * The number of arcs to the terminal; FAR when the path ends at an orphan. The path is marked as known for
   * this round.
   */
  function distanceToTerminal(start: number): number {
    let length = 0;
    for (let p = start; ; p += offset[parent[p]!]!) {
      if (stamp[p] === time) {
        length += distance[p]!;
        break;
      }
      const up = parent[p]!;
      if (up === TERMINAL) {
        stamp[p] = time;
        distance[p] = 1;
        length++;
        break;
      }
      if (up < 0) return FAR;
      length++;
    }
    let remaining = length;
    for (let p = start; stamp[p] !== time; p += offset[parent[p]!]!) {
      stamp[p] = time;
      distance[p] = remaining--;
    }
    return length;
  }
}
