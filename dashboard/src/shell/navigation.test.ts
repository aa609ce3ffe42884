import {
  defineDashboard,
  definePage,
  fill,
  homeSections,
  type Me,
  type NavEntry,
  type PageAccess,
  type PageRef,
  type SettingsEntry,
} from '@svc/dashboard-sdk'
import { makeRegistry } from '@svc/dashboard-sdk/host'
import { expect, test } from 'vitest'
import { areaOf, areas, mainPages, settingsPages, startPath } from './navigation.ts'
import { shell } from './shell.ts'

const icon = (() => null) as unknown as NavEntry['icon']
const nowhere = () => Promise.resolve({ default: () => null })
const page = (name: string, nav: NavEntry, access: PageAccess = 'member') =>
  definePage({ id: `x.${name}`, path: `/${name}`, title: 't', access, nav, load: nowhere })
const settings = (order: number, section: SettingsEntry['section'] = 'system'): SettingsEntry => ({
  ...{ group: 'settings', section, icon, order, hint: 'h' },
})

const plugin = defineDashboard({
  plugin: 'x',
  pages: [
    page('audit', settings(10), 'admin'),
    page('users', settings(20, 'access'), 'admin'),
    page('later', { group: 'main', icon, order: 20 }),
    page('servers', { group: 'main', icon, order: 10 }),
  ],
})
const withHome = defineDashboard({
  plugin: 'y',
  slots: [fill(homeSections, { id: 'y', order: 10, component: nowhere })],
})
const registryOf = (...plugins: Parameters<typeof makeRegistry>[0]) => makeRegistry([shell, ...plugins], () => true)
const member: Me = { userId: '1', username: 'm', role: 'member', isAdmin: false, mustChangePassword: false }
const admin: Me = { ...member, role: 'admin', isAdmin: true }

const pathsOf = (pages: readonly { readonly item: { readonly path: string } }[]) => pages.map(({ item }) => item.path)

test('orders entries and hides admin pages from members', () => {
  const registry = registryOf(plugin, withHome)
  expect(pathsOf(mainPages(registry, admin))).toEqual(['/', '/servers', '/later', '/settings'])
  expect(pathsOf(mainPages(registry, member))).toEqual(['/', '/servers', '/later'])
  expect(pathsOf(settingsPages(registry, admin))).toEqual(['/users', '/audit'])
  expect(pathsOf(settingsPages(registry, member))).toEqual([])
})

test('starts on the home page, else on the first page there is', () => {
  expect(startPath(registryOf(plugin, withHome), member)).toBe('/')
  expect(startPath(registryOf(plugin), member)).toBe('/servers')
  expect(startPath(registryOf(), admin)).toBeUndefined()
})

const network = page('network', { group: 'main', icon, order: 30 })
const within = (order: number, more: object = {}) =>
  ({ group: 'main', icon, order, within: network as PageRef, ...more }) as const
const probes = defineDashboard({
  plugin: 'probes',
  pages: [
    network,
    page('targets', within(20, { settings: { section: 'monitoring', order: 10, hint: 'h' } }), 'admin'),
    definePage({ id: 'x.detail', path: '/network/$id', title: 't', parent: network, load: nowhere }),
  ],
})
const traces = defineDashboard({ plugin: 'traces', pages: [page('traces', within(10))] })

test('pages within another one share its entry, in the order of their tabs, whoever brings them', () => {
  const registry = registryOf(probes, traces)
  const [first] = areas(registry, admin)
  expect(first?.page.item.path).toBe('/network')
  expect(pathsOf(first?.pages ?? [])).toEqual(['/network', '/traces', '/targets'])
  expect(pathsOf(areas(registry, member)[0]?.pages ?? [])).toEqual(['/network', '/traces'])
})

test('a page whose area is not there has an entry of its own', () => {
  expect(areas(registryOf(traces), member).map((area) => pathsOf(area.pages))).toEqual([['/traces']])
})

test('the settings list pages of areas that ask for it', () => {
  expect(pathsOf(settingsPages(registryOf(probes), admin))).toEqual(['/targets'])
  expect(settingsPages(registryOf(probes), member)).toEqual([])
})

test('a page belongs to the entry of its area, of its parent, or to the settings', () => {
  const registry = registryOf(plugin, probes)
  const all = areas(registry, admin)
  const entryOf = (id: string) => areaOf(all, registry, registry.pages.get(id)?.item)?.page.item.path
  expect(['x.targets', 'x.detail', 'x.servers', 'x.audit', 'x.unknown'].map(entryOf)).toEqual([
    '/network',
    '/network',
    '/servers',
    '/settings',
    undefined,
  ])
})
