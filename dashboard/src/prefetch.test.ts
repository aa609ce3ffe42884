import { defineDashboard, definePage, type FillOptions, fill, navCounts, slot } from '@svc/dashboard-sdk'
import { makeRegistry } from '@svc/dashboard-sdk/host'
import { describe, expect, it } from 'vitest'
import { matchPath, planPrefetch } from './prefetch.ts'

describe('a path', () => {
  it.each([
    ['/', '/', {}],
    ['/servers', '/servers/', {}],
    ['/servers/$id', '/servers/a%20b', { id: 'a b' }],
    ['/servers/$id', '/servers/%', { id: '%' }],
    ['/servers/$id', '/servers', undefined],
    ['/servers', '/alerts', undefined],
  ])('%s matches %s with %o', (pattern, path, params) => {
    expect(matchPath(pattern, path)).toEqual(params)
  })
})

const tabs = slot<{ id: string }>('test.tabs')
const figures = slot('test.figures')
const load = async () => ({ default: () => null })
const detail = definePage({
  id: 'test.detail',
  path: '/things/$id',
  title: 'x',
  data: ({ id }) => [{ path: `/api/things/${id}` }],
  opensWith: [{ slot: tabs, count: 1 }],
  load,
})
const fixed = definePage({ id: 'test.fixed', path: '/things/new', title: 'x', frame: 'bare', load })
const tab = (id: string, order: number, more: Partial<FillOptions<{ id: string }>> = {}) =>
  fill(tabs, { id, order, data: [{ path: `/api/tabs/${id}` }], component: load, ...more })
const plugin = defineDashboard({
  plugin: 'test',
  pages: [detail, fixed],
  slots: [
    tab('second', 20),
    tab('first', 10, { opensWith: [{ slot: figures, count: 1 }] }),
    fill(figures, {
      id: 'figure',
      order: 10,
      data: [{ path: '/api/figure' }, { path: '/api/secret', isForAdmins: true }],
      component: load,
    }),
    tab('sometimes', 5, { when: () => true }),
    fill(navCounts, { id: 'test.count', order: 10, data: [{ path: '/api/count' }], component: load }),
  ],
})
const registry = makeRegistry([plugin], () => true)
const paths = (path: string, isAdmin = false) => planPrefetch(registry, path, isAdmin).data.map((query) => query.path)

describe('what is requested at once', () => {
  it('is the page, its first tab, what that shows and what is on every page', () => {
    expect(paths('/things/7')).toEqual(['/api/things/7', '/api/count', '/api/tabs/first', '/api/figure'])
    expect(planPrefetch(registry, '/things/7', false).code).toHaveLength(4)
    expect([...planPrefetch(registry, '/things/7', false).texts]).toEqual(['test'])
  })

  it('is also what is shown for the props that are known, and the code that it needs', () => {
    const rows = slot<{ where: string; server: { online: boolean } }>('test.rows')
    const given = { where: 'header' }
    const page = definePage({
      ...{ id: 'test.rows', path: '/rows', title: 'x', load },
      opensWith: [{ slot: rows, count: 9, given }],
    })
    const row = (id: string, when: (props: { where: string; server: { online: boolean } }) => boolean) =>
      fill(rows, { id, order: 1, when, data: [{ path: id }], needs: [{ load, preload: load }], component: load })
    const slots = [
      row('shown', ({ where }) => where === 'header'),
      row('elsewhere', ({ where }) => where === 'list'),
      row('unknown', ({ server }) => server.online),
    ]
    const { data, code } = planPrefetch(
      makeRegistry([defineDashboard({ plugin: 'test', pages: [page], slots })], () => true),
      '/rows',
      false,
    )
    expect(data).toEqual([{ path: 'shown' }])
    expect(code).toHaveLength(3)
  })

  it('is for admins also what only they may ask for', () => {
    expect(paths('/things/7', true)).toEqual([...paths('/things/7'), '/api/secret'])
  })

  it('is the literal page rather than one with parameters, and only that without a frame', () => {
    expect(paths('/things/new')).toEqual([])
    expect(planPrefetch(registry, '/things/new', false).code).toMatchObject([{ load }])
  })

  it('is nothing for an unknown page', () => {
    expect(paths('/nowhere')).toEqual([])
  })
})
