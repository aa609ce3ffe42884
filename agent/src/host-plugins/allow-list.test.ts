import { describe, expect, it } from 'vitest'
import { formatAllowed, parseAllowList } from './allow-list.ts'

const sha256 = 'ab'.repeat(32)

describe('plugins.allow', () => {
  it('lists packages by name and content', () => {
    const entries = [`svc-agent-plugin-fans@sha256:${sha256}`, `@acme/fans@sha256:${sha256}`]
    const parsed = parseAllowList(entries, 'plugins.allow')
    expect(parsed).toEqual([
      { name: 'svc-agent-plugin-fans', sha256 },
      { name: '@acme/fans', sha256 },
    ])
    expect(parsed.map(formatAllowed)).toEqual(entries)
  })

  it.each([
    'fans',
    'fans@1.0.0',
    `fans@sha256:${sha256}0`,
    `fans@sha256:${sha256.toUpperCase()}`,
    `../fans@sha256:${sha256}`,
  ])('stops the agent for %s', (entry) => {
    expect(() => parseAllowList([entry], 'plugins.allow in agent.toml')).toThrow(
      `every item of plugins.allow in agent.toml must be name@sha256:<64 hexadecimal digits>, not "${entry}"`,
    )
  })

  it('lists each package once', () => {
    const entry = `fans@sha256:${sha256}`
    expect(() => parseAllowList([entry, entry], 'plugins.allow')).toThrow('plugins.allow lists fans twice')
  })
})
