import { describe, expect, it } from 'vitest'
import { isOn, noOverrides, withOverride } from './capability-overrides.ts'

const [docker, terminal, upgrade] = [
  { name: 'docker', default: false },
  { name: 'terminal', default: false },
  { name: 'upgrade', default: true },
]

describe('capability overrides', () => {
  it('are the defaults at first', () => {
    expect([docker, terminal, upgrade].map((option) => isOn(option, noOverrides))).toEqual([false, false, true])
  })

  it('contain only what differs from the defaults', () => {
    let overrides = withOverride(noOverrides, docker, true)
    overrides = withOverride(overrides, terminal, true)
    overrides = withOverride(overrides, upgrade, false)
    expect(overrides).toEqual({ allow: ['docker', 'terminal'], deny: ['upgrade'] })
    expect([docker, terminal, upgrade].map((option) => isOn(option, overrides))).toEqual([true, true, false])
    expect(withOverride(overrides, docker, true).allow).toEqual(['terminal', 'docker'])
    for (const option of [docker, terminal]) overrides = withOverride(overrides, option, false)
    expect(withOverride(overrides, upgrade, true)).toEqual(noOverrides)
  })
})
