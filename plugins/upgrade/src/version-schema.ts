const semver = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/

/** A version as SemVer writes it, without a leading `v`; undefined for anything else. */
export function parseVersion(text: string): string | undefined {
  const version = text.trim().replace(/^v/, '')
  return version.length <= 64 && semver.test(version) ? version : undefined
}

/** A pre-release sorts below its release; numbers below words. */
function compareLabels(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  const [left, right] = [a.split('.'), b.split('.')]
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const [x = '', y = ''] = [left[at], right[at]]
    const [isX, isY] = [/^\d+$/.test(x), /^\d+$/.test(y)]
    if (isX !== isY) return isX ? -1 : 1
    if (x !== y) return (isX ? Number(x) - Number(y) : x < y ? -1 : 1) < 0 ? -1 : 1
  }
  return left.length - right.length
}

/** By SemVer precedence: negative if `a` is older than `b`. Both must be versions. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a.match(semver), b.match(semver)]
  for (const at of [1, 2, 3]) {
    const difference = Number(left?.[at]) - Number(right?.[at])
    if (difference !== 0) return difference
  }
  return compareLabels(left?.[4], right?.[4])
}
