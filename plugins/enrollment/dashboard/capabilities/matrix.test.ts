import { toMask } from '@svc/protocol'
import { describe, expect, it } from 'vitest'
import { byRisk } from './capabilities.ts'
import { type CapabilityFields, stateOf } from './capability-state.ts'
import { hostSteps } from './host-commands.ts'
import { filterMatrix, hasTemporary, pageOf } from './matrix-filter.ts'
import { parseMatrixSearch } from './matrix-search.ts'

const textsOf = (name: string) => ({ en: { name, short: name, description: '' } })
const [terminal, exec, upgrade] = [
  { name: 'terminal', bit: 1, risk: 'high' as const, default: false, texts: textsOf('Terminal') },
  { name: 'exec', bit: 2, risk: 'high' as const, default: false, texts: {} },
  {
    ...{ name: 'upgrade', bit: 4, risk: 'low' as const, default: true },
    texts: { ...textsOf('Self-update'), zh: { name: '自动更新', short: '更新', description: '' } },
  },
]
const groups = byRisk([upgrade, terminal, exec], 'zh')
const grant = { cap: 'terminal', granted_at: 1, expires_at: 2 }
const server = (name: string, patch: Partial<CapabilityFields> = {}) => ({
  name,
  capabilities: 1852,
  agent_local_capabilities: 1852,
  effective_capabilities: 1852,
  temporary: [],
  has_token: true,
  ...patch,
})
const named = (servers: readonly { name: string }[]) => servers.map(({ name }) => name)

describe('the state of a capability', () => {
  it('is on, off or temporary; the live value takes precedence', () => {
    const live = server('a', { effective_capabilities: toMask(['terminal', 'exec']), temporary: [grant] })
    expect(stateOf(live, terminal)).toEqual({ kind: 'temporary', grant })
    expect(stateOf(live, exec)).toEqual({ kind: 'on' })
    expect(stateOf(live, upgrade)).toEqual({ kind: 'off' })
  })

  it('is the stored one while the agent is offline', () => {
    const offline = server('a', { effective_capabilities: null, agent_local_capabilities: null, capabilities: 1 })
    expect(stateOf(offline, terminal)).toEqual({ kind: 'on' })
  })

  it('is off if there is a grant but the effective capabilities do not contain it', () => {
    expect(stateOf(server('a', { temporary: [grant] }), terminal)).toEqual({ kind: 'off' })
  })
})

it('capabilities are grouped by risk, the highest first, with texts in the language of the page or in English', () => {
  expect(groups.map(({ risk, capabilities }) => [risk, capabilities.map(({ texts }) => texts.name)])).toEqual([
    ['high', ['Terminal', 'exec']],
    ['low', ['自动更新']],
  ])
})

describe('the steps on the host', () => {
  const texts = (...args: Parameters<typeof hostSteps>) => hostSteps(...args).map(({ text }) => text)

  it('match the state', () => {
    expect(texts(terminal, { kind: 'off' })).toEqual(['grant', 'allow'])
    expect(texts(terminal, { kind: 'temporary', grant })).toEqual(['extend', 'revoke'])
    expect(texts(terminal, { kind: 'on' })).toEqual(['deny'])
    // A grant cannot override a deny.
    expect(texts(upgrade, { kind: 'off' })).toEqual(['undeny'])
    expect(hostSteps(exec, { kind: 'off' })[0]?.command).toBe('sudo svc-agent grant exec --for 30m')
  })
})

describe('the matrix', () => {
  const all = [
    server('Berlin web'),
    server('Berlin db', { effective_capabilities: 1853, temporary: [grant] }),
    server('Oslo', { has_token: false, effective_capabilities: null, agent_local_capabilities: null }),
  ]

  it('filters by the search', () => {
    expect(named(filterMatrix(all, {}, groups))).toEqual(['Berlin web', 'Berlin db', 'Oslo'])
    expect(named(filterMatrix(all, { q: ' db  BERLIN' }, groups))).toEqual(['Berlin db'])
    expect(named(filterMatrix(all, { can: 'terminal' }, groups))).toEqual(['Berlin db'])
    // The capabilities of a server without an agent are unknown.
    expect(named(filterMatrix(all, { can: 'upgrade' }, groups))).toEqual(['Berlin web', 'Berlin db'])
    expect(named(filterMatrix(all, { temporary: 'yes' }, groups))).toEqual(['Berlin db'])
    expect(all.filter(hasTemporary)).toHaveLength(1)
  })

  it('shows fifty at a time and never an empty page', () => {
    const rows = Array.from({ length: 101 }, (_, index) => index)
    expect(pageOf(rows, 1).rows).toHaveLength(50)
    expect(pageOf(rows, 3)).toEqual({ page: 3, rows: [100] })
    expect(pageOf(rows, 99)).toEqual({ page: 3, rows: [100] })
    expect(pageOf([], 4)).toEqual({ page: 1, rows: [] })
  })

  it.each<[Record<string, string>, object]>([
    [{}, {}],
    [
      { q: 'a', can: 'docker', temporary: 'yes', page: '3' },
      { q: 'a', can: 'docker', temporary: 'yes', page: 3 },
    ],
    [{ q: '', can: 'no such', temporary: 'no', page: '-1' }, {}],
    [{ page: '1e9', can: '' }, {}],
  ])('parses the query %j', (raw, search) => {
    expect(parseMatrixSearch(raw)).toEqual(search)
  })
})
