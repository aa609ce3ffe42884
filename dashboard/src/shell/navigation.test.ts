import {
  defineDashboard,
  definePage,
  fill,
  homeSections,
  type Me,
  type NavEntry,
  type PageAccess,
  type SettingsEntry,
} from '@svc/dashboard-sdk'
import { makeRegistry } from '@svc/dashboard-sdk/host'
import { expect, test } from 'vitest'
import { mainPages, settingsPages, startPath } from './navigation.ts'
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
