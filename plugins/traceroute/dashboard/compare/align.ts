import { type HopReading, isSilent } from '../trace/reading.ts'

/** A row of two paths beside each other. */
export interface AlignedHops {
  readonly kind: 'same' | 'changed' | 'removed' | 'added'
  readonly before: HopReading | undefined
  readonly after: HopReading | undefined
}

const meets = (a: HopReading, b: HopReading): boolean =>
  a.hosts.some(({ ip }) => b.hosts.some((other) => other.ip === ip))

/** What does not answer may be anything, but not what is known elsewhere. */
function score(a: HopReading, b: HopReading): number {
  if (meets(a, b)) return 4
  return isSilent(a.hop) && isSilent(b.hop) ? 1 : 0
}

/** Pairs what is left between two common hops, in their order. */
function pairRest(before: readonly HopReading[], after: readonly HopReading[]): AlignedHops[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, i): AlignedHops => {
    const [a, b] = [before[i], after[i]]
    if (a && b) {
      // Once it answered, once it did not: that is no other path.
      const isUnknown = isSilent(a.hop) || isSilent(b.hop)
      return { kind: isUnknown ? 'same' : 'changed', before: a, after: b }
    }
    return a ? { kind: 'removed', before: a, after: undefined } : { kind: 'added', before: undefined, after: b }
  })
}

/** Puts two paths beside each other, so that common routers are in one row: a longest common subsequence. */
export function alignHops(before: readonly HopReading[], after: readonly HopReading[]): AlignedHops[] {
  const best = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0))
  const at = (i: number, j: number) => best[i]?.[j] ?? 0
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const [a, b] = [before[i], after[j]]
      const own = a && b ? score(a, b) : 0
      const row = best[i]
      if (row) row[j] = Math.max(own > 0 ? own + at(i + 1, j + 1) : 0, at(i + 1, j), at(i, j + 1))
    }
  }
  const rows: AlignedHops[] = []
  let [restBefore, restAfter]: [HopReading[], HopReading[]] = [[], []]
  const flush = () => {
    rows.push(...pairRest(restBefore, restAfter))
    restBefore = []
    restAfter = []
  }
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const [a, b] = [before[i], after[j]]
    const own = a && b ? score(a, b) : 0
    if (a && b && own > 0 && at(i, j) === own + at(i + 1, j + 1)) {
      flush()
      rows.push({ kind: 'same', before: a, after: b })
      i += 1
      j += 1
    } else if (a && (!b || at(i, j) === at(i + 1, j))) {
      restBefore.push(a)
      i += 1
    } else if (b) {
      restAfter.push(b)
      j += 1
    }
  }
  flush()
  return rows
}
