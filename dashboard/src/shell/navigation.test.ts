import { defineDashboard, definePage, type Me, type NavEntry, type PageAccess } from '@svc/dashboard-sdk'
import { makeRegistry } from '@svc/dashboard-sdk/host'
import { expect, test } from 'vitest'
import { homePath, navPages } from './navigation.ts'

const icon = (() => null) as unknown as NavEntry['icon']
const page = (name: string, group: NavEntry['group'], order: number, access: PageAccess = 'member') =>
  definePage({
    id: `x.${name}`,
    path: `/${name}`,
    title: 't',
    access,
    nav: { group, icon, order },
    load: () => Promise.resolve({ default: () => null }),
  })

const registry = makeRegistry(
  [
    defineDashboard({
      plugin: 'x',
      pages: [page('audit', 'settings', 10, 'admin'), page('later', 'main', 20), page('servers', 'main', 10)],
      locales: { en: {}, zh: {} },
    }),
  ],
  () => true,
)
const member: Me = { userId: '1', username: 'm', role: 'member', isAdmin: false, mustChangePassword: false }
const admin: Me = { ...member, role: 'admin', isAdmin: true }
const ids = (group: NavEntry['group'], me: Me) => navPages(registry, group, me).map(({ item }) => item.path)

test('orders entries and hides admin pages from members', () => {
  expect(ids('main', member)).toEqual(['/servers', '/later'])
  expect(ids('settings', member)).toEqual([])
  expect(ids('settings', admin)).toEqual(['/audit'])
})

test('the home page is the first entry', () => {
  expect(homePath(registry, member)).toBe('/servers')
  expect(
    homePath(
      makeRegistry([], () => true),
      admin,
    ),
  ).toBeUndefined()
})
