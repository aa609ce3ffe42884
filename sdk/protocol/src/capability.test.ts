import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  capabilities,
  capabilityBits,
  defaultCapabilities,
  fromMask,
  isCapability,
  toMask,
  validMask,
} from './capability.ts'

describe('capabilities', () => {
  it('have the specified bits', () => {
    expect(capabilityBits).toEqual({
      terminal: 1,
      exec: 2,
      upgrade: 4,
      ping_icmp: 8,
      ping_tcp: 16,
      ping_http: 32,
      file: 64,
      docker: 128,
      security_events: 256,
      firewall_block: 512,
      ip_quality: 1024,
      processes: 2048,
    })
    expect([toMask(defaultCapabilities), validMask, toMask([])]).toEqual([3900, 4095, 0])
  })

  it('round-trip through a mask, deduplicated and in bit order', () => {
    fc.assert(
      fc.property(fc.subarray([...capabilities]), (names) => {
        expect(fromMask(toMask([...names].reverse().concat(names)))).toEqual(names)
      }),
    )
  })

  it('make an unsigned mask', () => {
    fc.assert(fc.property(fc.subarray([...capabilities]), (names) => toMask(names) >= 0 && toMask(names) <= validMask))
  })

  it('ignore unknown bits', () => {
    fc.assert(
      fc.property(fc.nat(0xffffffff), (mask) => {
        expect(toMask(fromMask(mask))).toBe((mask & validMask) >>> 0)
      }),
    )
  })

  it.each(['terminal', 'ip_quality', 'processes'])('include %s', (name) => expect(isCapability(name)).toBe(true))
  it.each(['', 'Terminal', 'toString', '__proto__', 'terminal '])('do not include %j', (name) =>
    expect(isCapability(name)).toBe(false),
  )
})
