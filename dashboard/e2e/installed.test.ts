import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { boardOf } from '@svc/e2e/board-page'
import type { Page } from '@svc/e2e/browser'
import { onboard } from '@svc/e2e/enrol'
import { freePort } from '@svc/e2e/place'
import { writePlugin } from '@svc/e2e/plugin-package'
import type { Server } from '@svc/e2e/server'
import { firstSignIn, type Session } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = makeStage()
const place = { directory: stage.directory(), port: 0 }
let server: Server
let admin: Session
let serverId = ''

/** Writes an installed plugin with a dashboard half, in plain modules as a build leaves them. */
function install(id: string, files: Readonly<Record<string, string>>, svc: object = {}): void {
  const folder = join(place.directory, `data/plugins/node_modules/svc-plugin-${id}`)
  writePlugin(folder, id, `export default { id: '${id}', setup: () => ({}) }`, { dashboard: 'dashboard', ...svc })
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

const icon = '() => jsx("svg", { "data-icon": "notes" })'
const head = `import { jsx } from 'react/jsx-runtime'
import { useState } from 'react'
import { defineDashboard, definePage, fill, slot, useServer, useT, PageHeader } from '@svc/dashboard-sdk'
import { defineWidget, z } from '@svc/widget-sdk'
`
const pageOf = (id: string, more = '') => `definePage({
  id: '${id}.list', path: '/${id}', title: 'list.title', nav: { group: 'main', icon: ${icon}, order: 999 },
  load: () => import('./page.js'), ${more}
})`

const notes = {
  'dashboard/index.js': `${head}
    export default defineDashboard({
      plugin: 'notes',
      pages: [
        ${pageOf('notes')},
        definePage({ id: 'notes.settings', path: '/settings/notes', title: 'settings.title',
          nav: { group: 'settings', section: 'system', icon: ${icon}, order: 999, hint: 'settings.hint' },
          load: () => import('./page.js') }),
      ],
      slots: [fill(slot('enrollment.serverTabs'), { id: 'notes.tab', order: 999, title: 'tab.title', group: 'operate',
        component: () => import('./tab.js') })],
      widgets: [{ type: 'notes-board', name: 'widget.name', category: 'Status',
        sizing: { defaultW: 2, defaultH: 2, minW: 1, minH: 1, strategy: 'free' },
        load: async () => ({ default: defineWidget({ configSchema: z.object({}), component: () => jsx('p', { children: 'note widget' }) }) }) }],
    })`,
  'dashboard/page.js': `${head}
    export default function NotesPage() {
      const t = useT()
      const [count, setCount] = useState(0)
      return jsx('div', { className: 'notes-page', children: [
        jsx(PageHeader, { title: t('list.title') }, 'head'),
        jsx('button', { type: 'button', onClick: () => setCount(count + 1), children: t('list.add', { count }) }, 'add'),
      ] })
    }`,
  'dashboard/tab.js': `${head}
    export default function Tab({ serverId, server }) {
      const t = useT()
      return jsx('p', { children: t('tab.text', { name: useServer(serverId ?? server.id)?.name }) })
    }`,
  'dashboard/index.css': '.notes-page { outline: 3px solid rgb(1, 2, 3) }',
  'locales/en.json': JSON.stringify({
    global: {
      list: { title: 'Notes' },
      tab: { title: 'Scribbles' },
      widget: { name: 'Note board' },
      settings: { title: 'Note settings', hint: 'How notes look' },
    },
    list: { add: 'Add to {{count}}' },
    tab: { text: 'Notes about {{name}}' },
  }),
  'locales/zh.json': JSON.stringify({ global: { list: { title: '便签' } } }),
}

/** Broken in one way each; the note on the plugins page says how. */
const broken: Readonly<Record<string, readonly [files: Readonly<Record<string, string>>, note: RegExp]>> = {
  thrower: [{ 'dashboard/index.js': "throw new Error('no luck')" }, /Error: no luck/],
  stuck: [{ 'dashboard/index.js': 'await new Promise(() => {})' }, /not loaded after 5 s/],
  stray: [{ 'dashboard/index.js': "import 'left-pad'" }, /left-pad/],
  shapeless: [{ 'dashboard/index.js': 'export default 5' }, /not what defineDashboard\(\) returns/],
  alias: [
    { 'dashboard/index.js': `${head} export default defineDashboard({ plugin: 'other' })` },
    /is the dashboard of "other"/,
  ],
  usurper: [
    {
      'dashboard/index.js': `${head} export default defineDashboard({ plugin: 'usurper', pages: [
        definePage({ id: 'usurper.servers', path: '/servers/$key', title: 'a', load: () => import('./page.js') })] })`,
    },
    /the path \/servers\/\$key is that of a page of enrollment/,
  ],
  heavy: [
    { 'dashboard/index.js': `export default 1 //${'x'.repeat(2 * 1024 * 1024)}` },
    /index\.js has 2\.0 MiB; at most 1\.0 MiB are served/,
  ],
  empty: [{ 'dashboard/other.js': '' }, /its folder has no index\.js/],
}

/** Its parts fail when they are shown. */
const clumsy = {
  'dashboard/index.js': `${head}
    export default defineDashboard({
      plugin: 'clumsy',
      pages: [definePage({ id: 'clumsy.list', path: '/clumsy', title: 'Clumsy', load: () => import('./page.js'),
        data: () => { throw new Error('no data') },
        nav: { group: 'main', order: 998, icon: () => { throw new Error('no icon') } } })],
      slots: [
        fill(slot('enrollment.serverTabs'), { id: 'clumsy.tab', order: 998, title: 'Clumsy tab', group: 'operate',
          component: () => import('./page.js') }),
        fill(slot('enrollment.serverTabs'), { id: 'clumsy.when', order: 997, title: 'Never', group: 'operate',
          when: () => { throw new Error('no when') }, component: () => import('./page.js') }),
      ],
    })`,
  'dashboard/page.js': "export default function Clumsy() { throw new Error('dropped it') }",
}

const switchTo = async (id: string, enabled: boolean) => {
  expect((await admin.call('PUT', `/api/plugins/${id}`, { enabled })).status).toBe(200)
  const state = enabled ? 'running' : 'disabled'
  await until(`${id} to be ${state}`, async () => {
    const all = await admin.get<{ id: string; state: string }[]>('/api/plugins').catch(() => [])
    return all.some((plugin) => plugin.id === id && plugin.state === state)
  })
}

const open = async (path: string, locale = 'en-US') => {
  const tab = await stage.tab({ url: server.url, session: admin, locale })
  await tab.page.goto(path)
  return tab
}
const sidebar = (page: Page) => page.getByRole('navigation').first()

beforeAll(async () => {
  place.port = await freePort()
  install('notes', notes, { widgets: ['notes-board'] })
  install('clumsy', clumsy)
  for (const [id, [files]] of Object.entries(broken)) install(id, files)
  server = await stage.server(place)
  admin = await firstSignIn(server)
  serverId = (await onboard(admin, 'one')).server_id
})

describe('the dashboard of a third-party plugin', () => {
  it('appears while a page is open, with page, navigation, tab, settings, styles and texts, and goes with the plugin', async () => {
    const { page, problems } = await open('/servers')
    await page.getByText('Live', { exact: true }).waitFor()
    expect(await sidebar(page).getByRole('link', { name: 'Notes' }).count()).toBe(0)
    await switchTo('notes', true)
    await sidebar(page).getByRole('link', { name: 'Notes' }).click()
    await page.getByRole('heading', { name: 'Notes' }).waitFor()
    await page.getByRole('button', { name: 'Add to 0' }).click()
    await page.getByRole('button', { name: 'Add to 1' }).waitFor()
    const outline = () => page.locator('.notes-page').evaluate((element) => getComputedStyle(element).outlineColor)
    expect(await outline()).toBe('rgb(1, 2, 3)')

    await page.goto(`/servers/${serverId}`)
    await page.getByRole('tab', { name: 'Scribbles' }).click()
    await page.getByText('Notes about one').waitFor()
    await page.goto('/settings')
    await page.getByRole('link', { name: 'Note settings' }).click()
    await page.getByRole('button', { name: 'Add to 0' }).waitFor()
    const board = await boardOf(admin, 'notes', [
      { widget_type: 'notes-board', title: 'mine', config: {}, grid_x: 0, grid_y: 0, grid_w: 4, grid_h: 2 },
    ])
    await page.goto(`/dashboards?board=${board}`)
    await page.getByText('note widget').waitFor()

    await switchTo('notes', false)
    await sidebar(page).getByRole('link', { name: 'Notes' }).waitFor({ state: 'detached' })
    expect(await page.locator('link[href*="/api/plugins/"]').count()).toBe(0)
    await page.goto('/notes')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    // A restarting server refuses connections or requests for a moment.
    const isRestart = (problem: string) => /ERR_CONNECTION_REFUSED|\b503\b/.test(problem)
    expect(problems.filter((problem) => !isRestart(problem))).toEqual([])
  })

  it('opens at its own address, and shows English where it has no text of the language', async () => {
    await switchTo('notes', true)
    const { page, problems } = await open('/notes', 'zh-CN')
    await page.getByRole('heading', { name: '便签' }).waitFor()
    await page.getByRole('button', { name: 'Add to 0' }).waitFor()
    expect(problems).toEqual([])
  })

  it('fails alone: everything else works, and the plugins page says what is wrong', async () => {
    for (const id of ['clumsy', ...Object.keys(broken)]) await switchTo(id, true)
    const { page } = await open('/settings/plugins')
    const row = (id: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: id, exact: true }) })
    for (const [id, [, note]] of Object.entries(broken)) await row(id).getByText(note).waitFor()
    await row('notes').getByRole('button', { name: 'Show details of notes' }).click()
    await row('notes')
      .getByText(/loaded in .* in /)
      .waitFor()
    await sidebar(page).getByRole('link', { name: 'Notes' }).click()
    await page.getByRole('button', { name: 'Add to 0' }).waitFor()
  })

  it('whose parts throw leaves the sidebar, the page and the other tabs alone', async () => {
    const { page } = await open('/clumsy')
    const alert = page.getByRole('alert').filter({ hasText: 'dropped it' })
    await alert.waitFor()
    await sidebar(page).getByRole('link', { name: 'Clumsy' }).waitFor()
    await page.goto(`/servers/${serverId}`)
    await page.getByRole('tab', { name: 'Clumsy tab' }).click()
    await alert.waitFor()
    expect(await page.getByRole('tab', { name: 'Never' }).count()).toBe(0)
    await page.getByRole('tab', { name: 'Scribbles' }).click()
    await page.getByText('Notes about one').waitFor()
  })
})
