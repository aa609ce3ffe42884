import type { ServerStatus } from '@svc/protocol'
import { expect, it } from 'vitest'
import { makeSampler } from './sampler.ts'
import { rowOf } from './server-record.ts'

const server = ({ id }: { id: string }): ServerStatus => ({
  ...rowOf(
    {
      ...{
        id,
        name: id,
        cpu_name: null,
        cpu_cores: null,
        os: null,
        mem_total: null,
        swap_total: null,
        disk_total: null,
      },
      ...{ region: null, country_code: null, group_id: null, features: [], has_token: true },
      ...{ capabilities: 0, effective_capabilities: null },
      ...{ agent_authority: { status: 'claimed', outstanding_offer: null }, outstanding_enrollment: null },
    },
    undefined,
    undefined,
  ),
  online: true,
})

it('throttles metric changes', () => {
  let now = 0
  const sample = makeSampler(3000, () => now)
  const base = server({ id: 'a' })
  const first = [base]
  expect(sample(first)).toBe(first)
  now = 2999
  expect(sample([{ ...base, cpu: 50 }])).toBe(first)
  now = 3000
  const later = [{ ...base, cpu: 60 }]
  expect(sample(later)).toBe(later)
})

it('passes the first report of a server immediately, so that totals never miss what its row shows', () => {
  const sample = makeSampler(3000, () => 0)
  const base = server({ id: 'a' })
  const first = [{ ...base, uptime: 60, cpu: 100 }]
  sample([base])
  expect(sample(first)).toBe(first)
  expect(sample([{ ...base, uptime: 63, cpu: 50 }])).toBe(first)
})

it('passes profile changes immediately', () => {
  const sample = makeSampler(3000, () => 0)
  const base = server({ id: 'a' })
  sample([base])
  const changes = [
    [{ ...base, online: false }],
    [{ ...base, name: 'b' }],
    [{ ...base, group_id: 'g' }],
    [{ ...base, tags: ['x'] }],
    [{ ...base, agent_authority: { ...base.agent_authority } }],
    [base, server({ id: 'b' })],
    [],
  ]
  for (const change of changes) expect(sample(change)).toBe(change)
})
