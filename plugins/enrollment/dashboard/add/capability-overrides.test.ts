import { capabilities, defaultCapabilities } from '@svc/protocol'
import { describe, expect, it } from 'vitest'
import { isOn, noOverrides, options, withOverride } from './capability-overrides.ts'

describe('capability overrides', () => {
  it('offer all capabilities, the riskiest first, with their defaults', () => {
    expect(options.map(({ name }) => name).sort()).toEqual([...capabilities].sort())
    expect(options[0]).toEqual({ name: 'terminal', risk: 'high', isDefault: false })
    expect(
      options
        .filter(({ isDefault }) => isDefault)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...defaultCapabilities].sort())
    for (const name of capabilities) expect(isOn(name, noOverrides)).toBe(defaultCapabilities.includes(name))
  })

  it('contain only what differs from the defaults', () => {
    let overrides = withOverride(noOverrides, 'docker', true)
    overrides = withOverride(overrides, 'terminal', true)
    overrides = withOverride(overrides, 'upgrade', false)
    expect(overrides).toEqual({ allow: ['terminal', 'docker'], deny: ['upgrade'] })
    expect(['terminal', 'exec', 'upgrade', 'ping_tcp'].map((name) => isOn(name as 'exec', overrides))).toEqual([
      true,
      false,
      false,
      true,
    ])
    for (const name of ['docker', 'terminal'] as const) overrides = withOverride(overrides, name, false)
    expect(withOverride(overrides, 'upgrade', true)).toEqual(noOverrides)
  })
})
