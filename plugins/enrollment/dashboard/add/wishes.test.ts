import { capabilities, defaultCapabilities } from '@svc/protocol'
import { describe, expect, it } from 'vitest'
import { choices, isOn, noWishes, withWish } from './wishes.ts'

describe('what the agent may do', () => {
  it('is chosen among the capabilities there are, the dangerous ones first, with the standard of the agent', () => {
    expect(choices.map(({ name }) => name).sort()).toEqual([...capabilities].sort())
    expect(choices[0]).toEqual({ name: 'terminal', risk: 'high', standard: false })
    expect(
      choices
        .filter(({ standard }) => standard)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...defaultCapabilities].sort())
    for (const name of capabilities) expect(isOn(name, noWishes)).toBe(defaultCapabilities.includes(name))
  })

  it('needs words in the command only where it differs from that standard', () => {
    let wishes = withWish(noWishes, 'docker', true)
    wishes = withWish(wishes, 'terminal', true)
    wishes = withWish(wishes, 'upgrade', false)
    expect(wishes).toEqual({ allow: ['terminal', 'docker'], deny: ['upgrade'] })
    expect(['terminal', 'exec', 'upgrade', 'ping_tcp'].map((name) => isOn(name as 'exec', wishes))).toEqual([
      true,
      false,
      false,
      true,
    ])
    for (const name of ['docker', 'terminal'] as const) wishes = withWish(wishes, name, false)
    expect(withWish(wishes, 'upgrade', true)).toEqual(noWishes)
  })
})
