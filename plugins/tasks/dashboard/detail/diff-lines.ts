/** A line of a comparison. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** Beyond this many comparisons, everything between the common start and end counts as changed. */
const maxWork = 4_000_000

const lines = (kind: DiffLine['kind'], texts: readonly string[]): DiffLine[] => texts.map((text) => ({ kind, text }))

const linesOf = (text: string) => text.replace(/\n$/, '').split('\n')

/** Compares two texts line by line; a line break at the end does not count. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [a, b] = [linesOf(before), linesOf(after)]
  let start = 0
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const middle = changes(a.slice(start, a.length - end), b.slice(start, b.length - end))
  return [...lines('same', a.slice(0, start)), ...middle, ...lines('same', a.slice(a.length - end))]
}

/** By the longest common subsequence. */
function changes(a: readonly string[], b: readonly string[]): DiffLine[] {
  if (a.length * b.length > maxWork) return [...lines('removed', a), ...lines('added', b)]
  const width = b.length + 1
  const lengths = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const result: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]]
    if (left !== undefined && left === right) {
      result.push({ kind: 'same', text: left })
      i += 1
      j += 1
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      result.push({ kind: 'removed', text: left })
      i += 1
    } else if (right !== undefined) {
      result.push({ kind: 'added', text: right })
      j += 1
    }
  }
  return result
}
