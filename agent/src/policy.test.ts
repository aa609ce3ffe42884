import { type Capability, capabilities, defaultCapabilities, toMask } from '@svc/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { capabilityTable } from './capabilities.ts'
import { FatalError } from './fatal-error.ts'
import { decidePolicy, type PolicyEntry } from './policy.ts'

const from = (names: readonly string[], source = 'agent.toml'): PolicyEntry[] => names.map((name) => ({ name, source }))
const anyCapabilities = fc.subarray([...capabilities])

describe('the policy', () => {
  it('is the default set without any entries', () => {
    const decided = decidePolicy([], [])
    // Plugins may add defaults of their own, with bits above those of the protocol.
    expect(capabilities.filter((name) => decided.has(name)).sort()).toEqual([...defaultCapabilities].sort())
    expect(capabilityTable.toMask(decided) & toMask(capabilities)).toBe(1852)
  })

  it.each<[string, Capability[], Capability[], Capability, boolean]>([
    ['high risk is off', [], [], 'terminal', false],
    ['an allow switches it on', ['terminal'], [], 'terminal', true],
    ['a deny switches a default off', [], ['upgrade'], 'upgrade', false],
    ['a deny beats an allow', ['docker'], ['docker'], 'docker', false],
    ['another one is not concerned', ['docker'], ['exec'], 'docker', true],
  ])('%s', (_, allow, deny, name, expected) => {
    expect(decidePolicy(from(allow), from(deny)).has(name)).toBe(expected)
  })

  it('is defaults plus allowed minus denied, regardless of order and duplicates', () => {
    fc.assert(
      fc.property(anyCapabilities, anyCapabilities, fc.nat(20), (allow, deny, turn) => {
        const shuffled = [...allow.slice(turn % (allow.length + 1)), ...allow]
        const decided = decidePolicy(from(shuffled), from([...deny, ...deny]))
        for (const name of capabilities) {
          const wanted = (defaultCapabilities.includes(name) || allow.includes(name)) && !deny.includes(name)
          expect(decided.has(name)).toBe(wanted)
        }
      }),
    )
  })

  it('rejects unknown names in every source', () => {
    fc.assert(
      fc.property(fc.string(), fc.boolean(), (name, isDeny) => {
        fc.pre(!capabilityTable.has(name))
        const mention = from([name], 'capabilities.deny in /etc/svc/agent.toml')
        expect(() => decidePolicy(isDeny ? [] : mention, isDeny ? mention : [])).toThrow(FatalError)
      }),
    )
  })

  it('suggests the closest match', () => {
    expect(() => decidePolicy([], from(['dockr'], '--deny-cap'))).toThrow(
      'unknown capability "dockr" in --deny-cap; did you mean docker?',
    )
    expect(() => decidePolicy(from(['constructor']), [])).toThrow(/the capabilities are terminal, exec, upgrade/)
  })
})
