import { describe, expect, it } from 'vitest'
import { ids, pending, server } from '../testing/server.ts'
import { type SortColumn, sortServers } from './sort.ts'

const groupName = (id: string) => ({ a: 'Alpha', b: 'Beta' })[id]
const columns: readonly SortColumn[] = [
  { id: 'cpu', declared: { value: ({ cpu }) => cpu } },
  {
    id: 'memory',
    declared: { value: ({ mem_used, mem_total }) => (mem_total > 0 ? mem_used / mem_total : Number.NaN) },
  },
]
const context = { columns, groupName, language: 'en' }
const sorted = (servers: Parameters<typeof sortServers>[0], key: string, descending = false) =>
  ids(sortServers(servers, { key, descending }, context))

describe('the order', () => {
  it('sorts names naturally', () => {
    const servers = ['web-10', 'Web-2', 'api'].map((id) => server({ id }))
    expect(sorted(servers, 'name')).toEqual(['api', 'Web-2', 'web-10'])
    expect(sorted(servers, 'name', true)).toEqual(['web-10', 'Web-2', 'api'])
  })

  it('puts servers without current metrics last, in both directions', () => {
    const servers = [
      server({ id: 'off', cpu: 99, online: false }),
      server({ id: 'low', cpu: 1 }),
      pending({ id: 'new' }),
      server({ id: 'high', cpu: 80 }),
    ]
    expect(sorted(servers, 'cpu', true)).toEqual(['high', 'low', 'off', 'new'])
    expect(sorted(servers, 'cpu')).toEqual(['low', 'high', 'off', 'new'])
  })

  it('sorts by what a column declares; unknown values come last', () => {
    const servers = [
      server({ id: 'unknown', mem_used: 5000, mem_total: 0 }),
      server({ id: 'half', mem_used: 500, mem_total: 1000 }),
      server({ id: 'full', mem_used: 9, mem_total: 10 }),
    ]
    expect(sorted(servers, 'memory', true)).toEqual(['full', 'half', 'unknown'])
  })

  it('puts servers without a group last, in both directions', () => {
    const servers = [server({ id: '1' }), server({ id: '2', group_id: 'b' }), server({ id: '3', group_id: 'a' })]
    expect(sorted(servers, 'group')).toEqual(['3', '2', '1'])
    expect(sorted(servers, 'group', true)).toEqual(['2', '3', '1'])
  })

  it('keeps the default order of equal servers', () => {
    const servers = ['c', 'a', 'b'].map((id) => server({ id, cpu: 5 }))
    expect(sorted(servers, 'cpu', true)).toEqual(['c', 'a', 'b'])
    expect(sortServers(servers, undefined, context)).toBe(servers)
  })

  it('is the default one for a column that no running plugin adds', () => {
    const servers = ['c', 'a', 'b'].map((id) => server({ id }))
    expect(sorted(servers, 'disk')).toEqual(['c', 'a', 'b'])
    expect(sorted(servers, 'constructor')).toEqual(['c', 'a', 'b'])
  })
})
