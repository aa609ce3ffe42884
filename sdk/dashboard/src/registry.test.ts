import { expect, test } from 'vitest'
import { defineDashboard } from './dashboard.ts'
import { definePage } from './page.ts'
import { makeRegistry } from './registry.ts'
import { fill, slot } from './slot.tsx'

const nowhere = () => Promise.resolve({ default: () => null })
const page = (id: string) => definePage({ id, path: `/${id}`, title: 'title', load: nowhere })
const sections = slot<{ serverId: string }>('servers.sections')

const servers = defineDashboard({ plugin: 'servers', pages: [page('servers.list')] })
const late = fill(sections, { id: 'late', order: 20, component: nowhere })
const early = fill(sections, { id: 'early', order: 10, component: nowhere })
const metrics = defineDashboard({ plugin: 'metrics', slots: [late] })
const docker = defineDashboard({ plugin: 'docker', pages: [page('docker.list')], slots: [early] })

test('omits contributions of plugins that are not running', () => {
  const registry = makeRegistry([servers, metrics, docker], (plugin) => plugin !== 'docker')
  expect([...registry.pages.keys()]).toEqual(['servers.list'])
  expect(registry.fills.get('servers.sections')?.map(({ plugin }) => plugin)).toEqual(['metrics'])
})

test('sorts the contributions of a slot', () => {
  const registry = makeRegistry([servers, metrics, docker], () => true)
  expect(registry.fills.get('servers.sections')?.map(({ item }) => item.id)).toEqual(['early', 'late'])
})

test('rejects duplicate page ids and names both plugins', () => {
  const copy = defineDashboard({ plugin: 'copy', pages: [page('servers.list')] })
  expect(() => makeRegistry([servers, copy], () => true)).toThrow(
    'page servers.list is declared by servers and by copy',
  )
})

test('rejects two fills of a slot with one id, and allows the same id in different slots', () => {
  const gauges = slot<{ serverId: string }>('servers.gauges')
  const elsewhere = fill(gauges, { id: 'late', order: 10, component: nowhere })
  const other = defineDashboard({ plugin: 'other', slots: [elsewhere] })
  expect(makeRegistry([metrics, other], () => true).fills.size).toBe(2)
  const copy = defineDashboard({ plugin: 'copy', slots: [late] })
  expect(() => makeRegistry([metrics, copy], () => true)).toThrow(
    'fill late of servers.sections is declared by metrics and by copy',
  )
})
