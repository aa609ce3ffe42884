import type { Assessed } from './assess.ts'
import { ruleIds } from './health-rules.ts'

const ruleOrder = new Map(ruleIds.map((id, place) => [id, place]))

/** Whether no agent has connected yet. Pending servers come after healthy ones. */
export const isPending = ({ server }: Assessed) => !server.online && server.agent_authority.status !== 'claimed'

function compare(a: Assessed, b: Assessed): number {
  if (a.level !== b.level) return b.level - a.level
  const [x, y] = [a.reasons[0], b.reasons[0]]
  if (!x || !y) return Number(isPending(a)) - Number(isPending(b))
  const place = (ruleOrder.get(x.rule) ?? 0) - (ruleOrder.get(y.rule) ?? 0)
  return place || y.weight - x.weight || b.reasons.length - a.reasons.length
}

/** Sorted copy, worst first; stable. */
export const sortBySeverity = (servers: readonly Assessed[]): readonly Assessed[] => [...servers].sort(compare)

const statusOf = ({ level, reasons }: Assessed) => `${level} ${reasons[0]?.rule}`

/** Whether servers were added or removed, or changed their level or main reason. */
export function hasStatusChanged(before: readonly Assessed[], after: readonly Assessed[]): boolean {
  if (before.length !== after.length) return true
  const statuses = new Map(before.map((each) => [each.id, statusOf(each)]))
  return after.some((each) => statuses.get(each.id) !== statusOf(each))
}
