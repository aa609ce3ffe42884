import type { NetworkTarget } from '@svc/plugin-probes/contract'
import { capabilityBits } from '@svc/protocol'
import { describe, expect, it } from 'vitest'
import { at, record } from '../testing/rounds.ts'
import { networkCsv } from './network-csv.ts'
import { roundsOf } from './round.ts'
import { probedOf } from './target-lines.ts'
import { missingCapability } from './use-tab.ts'

const capable = (mask: number | null) => ({
  effective_capabilities: mask,
  agent_local_capabilities: 0,
  capabilities: 0,
  has_token: true,
})

describe('the capability of a probe', () => {
  it('is missing if the agent does not have it', () => {
    expect(missingCapability(capable(capabilityBits.ping_tcp), 'icmp')).toBe('ping_icmp')
    expect(missingCapability(capable(capabilityBits.ping_tcp), 'tcp')).toBeUndefined()
  })

  it('is the last reported one while the agent is offline', () => {
    const away = { ...capable(null), agent_local_capabilities: capabilityBits.ping_icmp }
    expect(missingCapability(away, 'icmp')).toBeUndefined()
    expect(missingCapability(away, 'http')).toBe('ping_http')
  })

  it('is not missing while unknown', () => {
    expect(missingCapability(undefined, 'icmp')).toBeUndefined()
    expect(missingCapability({ ...capable(0), has_token: false }, 'icmp')).toBeUndefined()
  })
})

describe('the targets of the tab', () => {
  const target = (id: string) => ({ id }) as NetworkTarget
  it('are the assigned ones, then the ones with rounds', () => {
    const [a, b, c] = ['a', 'b', 'c'].map(target) as [NetworkTarget, NetworkTarget, NetworkTarget]
    expect(probedOf([b], [a, b, c], ['a', 'b', 'gone'])).toEqual([
      { target: b, assigned: true },
      { target: a, assigned: false },
    ])
  })
})

describe('the exported file', () => {
  it('has a row per round, sorted by time, in the units of the API', () => {
    const lost = record('b', 60, { avg_latency: null, min_latency: null, max_latency: null, packet_loss: 1 })
    const rounds = roundsOf([record('a', 120), { ...lost, packet_received: 0 }, record('a', 0, { packet_loss: 0.1 })])
    const when = (seconds: number) => at(seconds).replace('.000Z', 'Z')
    expect(networkCsv(rounds, (id) => `Target ${id}`).slice(1)).toEqual([
      [when(0), 'Target a', 20, 10, 30, 0.1, 10, 10],
      [when(60), 'Target b', null, null, null, 1, 10, 0],
      [when(120), 'Target a', 20, 10, 30, 0, 10, 10],
    ])
  })
})
