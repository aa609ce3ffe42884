import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { capabilities, capabilityBits, defaultCapabilities, fromMask, toMask } from './capability.ts'
import { type CapabilityManifest, capabilityError, capabilityTable } from './capability-manifest.ts'

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
    expect([toMask(defaultCapabilities), toMask(capabilities), toMask([])]).toEqual([1852, 4095, 0])
  })

  it('round-trip through a mask, deduplicated and in bit order', () => {
    fc.assert(
      fc.property(fc.subarray([...capabilities]), (names) => {
        expect(fromMask(toMask([...names].reverse().concat(names)))).toEqual(names)
      }),
    )
  })

  it('make an unsigned mask', () => {
    fc.assert(fc.property(fc.subarray([...capabilities]), (names) => toMask(names) >= 0 && toMask(names) <= 4095))
  })

  it('ignore unknown bits', () => {
    fc.assert(
      fc.property(fc.nat(0xffffffff), (mask) => {
        expect(toMask(fromMask(mask))).toBe((mask & 4095) >>> 0)
      }),
    )
  })
})

const table = capabilityTable([
  ['fan_speed', { risk: 'medium', default: true, bit: 31 }],
  ['terminal', { risk: 'high' }],
])

describe('the table of declared capabilities', () => {
  it('has the facts of the protocol and of the manifests, in bit order', () => {
    expect(table.all).toEqual([
      { name: 'terminal', bit: 1, risk: 'high', isDefault: false, texts: {}, isUsed: true },
      { name: 'fan_speed', bit: 2 ** 31, risk: 'medium', isDefault: true, texts: {}, isUsed: true },
    ])
    expect(table.names).toEqual([...capabilities, 'fan_speed'])
    expect(table.mask).toBe(2 ** 31 + 4095)
    expect(table.toMask(['fan_speed', 'exec', 'unknown'])).toBe(2 ** 31 + 2)
    expect(capabilityTable([['ping_tcp', { risk: 'low' }]]).all[0]?.isDefault).toBe(true)
    expect(capabilityTable([['processes', { risk: 'low' }]]).all[0]?.isDefault).toBe(false)
    expect(capabilityTable([['processes', { risk: 'low' }]], () => false).all[0]?.isUsed).toBe(false)
  })

  it('has the texts of each package that declares the capability', () => {
    const texts = { en: { name: 'Ping', short: 'Ping', description: 'The host pings.' } }
    const declared = capabilityTable([
      ['ping_icmp', { risk: 'low', texts }],
      ['ping_icmp', { risk: 'low' }],
    ])
    expect(declared.all.map((facts) => facts.texts)).toEqual([texts])
  })

  it.each(['terminal', 'processes', 'fan_speed'])('includes %s', (name) => expect(table.has(name)).toBe(true))
  it.each(['', 'Terminal', 'toString', '__proto__', 'terminal '])('does not include %j', (name) =>
    expect(table.has(name)).toBe(false),
  )

  it.each<[string, CapabilityManifest, string | undefined]>([
    ['terminal', { risk: 'high' }, undefined],
    ['fan_speed', { risk: 'medium', default: true, bit: 31 }, undefined],
    ['fan_speed', { risk: 'low', default: true, bit: 31 }, 'a different bit, risk or default'],
    ['led_color', { risk: 'low', bit: 31 }, 'has bit 31, which is that of fan_speed'],
    ['led_color', { risk: 'low' }, 'needs a bit from 12 to 31'],
    ['Led', { risk: 'low', bit: 12 }, 'is not named in snake_case'],
    ['exec', { risk: 'low', bit: 12 }, 'the protocol defines bit and default of the capability exec'],
    ['led_color', { risk: 'low', bit: 12 }, undefined],
  ])('checks a manifest beside others: %s %j', (name, manifest, error) => {
    const found = capabilityError(table, name, manifest)
    if (error === undefined) expect(found).toBeUndefined()
    else expect(found).toContain(error)
  })
})
