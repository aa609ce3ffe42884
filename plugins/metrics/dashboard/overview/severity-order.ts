import type { Assessed } from './assess.ts'
import { ruleIds } from './health-rules.ts'

const places = new Map(ruleIds.map((id, place) => [id, place]))

/** After the servers that are well come those that nobody has connected yet. */
export const isWaiting = ({ server }: Assessed) => !server.online && server.agent_authority.status !== 'claimed'

function compare(a: Assessed, b: Assessed): number {
  if (a.level !== b.level) return b.level - a.level
  const [x, y] = [a.reasons[0], b.reasons[0]]
  if (!x || !y) return Number(isWaiting(a)) - Number(isWaiting(b))
  const place = (places.get(x.rule) ?? 0) - (places.get(y.rule) ?? 0)
  return place || y.weight - x.weight || b.reasons.length - a.reasons.length
}

/** Sorted copy, the worst first. Those that are equally bad keep their order. */
export const ranked = (servers: readonly Assessed[]): readonly Assessed[] => [...servers].sort(compare)

const standing = ({ level, reasons }: Assessed) => `${level} ${reasons[0]?.rule}`

/** Whether any server came, went, is better or worse off than it was, or now has something else as its worst. */
export function isNews(before: readonly Assessed[], after: readonly Assessed[]): boolean {
  if (before.length !== after.length) return true
  const standings = new Map(before.map((each) => [each.id, standing(each)]))
  return after.some((each) => standings.get(each.id) !== standing(each))
}
