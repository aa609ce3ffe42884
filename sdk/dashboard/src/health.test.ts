import type { ServerHealth } from '@svc/protocol'
import { expect, it } from 'vitest'
import { countStates, healthy, needsAttention, stateOf, worstFirst } from './health.ts'

const reason = (level: 1 | 2) => ({ plugin: 'p', id: 'r', level, since: 1, text: { code: 'p.X' } as const })
const health = (...levels: (1 | 2)[]): ServerHealth => ({
  level: Math.max(0, ...levels) as ServerHealth['level'],
  reasons: levels.map(reason),
})
const server = (of: { health?: ServerHealth; online?: boolean; last_active?: number; claimed?: boolean } = {}) => ({
  online: of.online ?? true,
  last_active: of.last_active ?? 9,
  health: of.health ?? healthy,
  agent_authority: { status: of.claimed === false ? ('unclaimed' as const) : ('claimed' as const) },
})

it.each([
  [server(), 'healthy'],
  [server({ health: health(1) }), 'warning'],
  [server({ health: health(1, 2) }), 'critical'],
  [server({ online: false, health: health(1) }), 'offline'],
  [server({ online: false, last_active: 0 }), 'pending'],
  [server({ online: false, claimed: false }), 'pending'],
] as const)('is one state: %o', (of, expected) => {
  expect(stateOf(of)).toBe(expected)
  expect(needsAttention(of)).toBe(['offline', 'critical', 'warning'].includes(expected))
})

it('is counted, and sorted worst first', () => {
  const [fine, warned, bad, worse, away] = [
    server(),
    server({ health: health(1) }),
    server({ health: health(2) }),
    server({ health: health(2, 1) }),
    server({ online: false, health: health(2) }),
  ]
  expect(countStates([fine, warned, bad, worse, away])).toEqual({
    ...{ offline: 1, critical: 2, warning: 1, healthy: 1, pending: 0 },
  })
  expect([fine, bad, worse, warned, away].sort(worstFirst)).toEqual([away, worse, bad, warned, fine])
})
