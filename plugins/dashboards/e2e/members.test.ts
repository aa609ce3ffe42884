import { type Page, violations } from '@svc/e2e/browser'
import { onboard } from '@svc/e2e/enrol'
import { addMember, type Session } from '@svc/e2e/session'
import { simulateAgent } from '@svc/e2e/simulated-agent'
import { moduleSource, upload } from '@svc/e2e/widget-module'
import { admin, server, withServer } from '@svc/e2e/with-server'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = withServer()

let member: Session
let board = ''

/** A widget that changes its configuration and requests an admin action. */
const wilful = `
import { jsx, jsxs } from 'react/jsx-runtime'
import { defineWidget, useApiMutation, useConfigUpdate, useServers, z } from '@svc/widget-sdk'

export default defineWidget({
  configSchema: z.object({ count: z.number().int().default(0) }),
  actions: [
    { id: 'make', label: 'Make a board', run: ({ apiMutation }) => apiMutation('POST', '/api/dashboards', { name: 'Mine' }) },
  ],
  component({ config, actions, instanceId }) {
    const update = useConfigUpdate(instanceId)
    const remove = useApiMutation('DELETE', '/api/servers/nothing')
    return jsxs('div', { children: [
      jsx('p', { children: useServers().length + ' servers' }, 'p'),
      jsx('button', { onClick: () => void update({ count: config.count + 1 }), children: 'count ' + config.count }, 'b'),
      jsx('button', { onClick: () => remove.mutate(), children: 'Remove' }, 'c'),
      actions.render('make'),
    ] })
  },
})`

beforeAll(async () => {
  member = await addMember(server.url, admin)
  const { enrollment } = await onboard(admin, 'web-1')
  const peer = await simulateAgent(server.url, enrollment.code)
  stage.later(peer.close)
  await upload(admin, moduleSource({ id: 'org.example.wilful', name: 'Wilful' }, wilful))
  await upload(admin, moduleSource({ id: 'org.example.future', name: 'Future', sdkVersion: '^99.0.0' }, wilful))
  const { id } = await admin.send<{ id: string }>('POST', '/api/dashboards', { name: 'For everybody' })
  board = id
  const cells = { grid_x: 0, grid_y: 0, grid_w: 4, grid_h: 3 }
  const widgets = [
    { ...cells, widget_type: 'module', module_id: 'org.example.wilful', config: {} },
    { ...cells, grid_x: 4, widget_type: 'module', module_id: 'org.example.future', config: {} },
    {
      ...cells,
      grid_x: 8,
      widget_type: 'module',
      module_id: 'org.example.wilful',
      config: { count: 'many' },
      title: 'Odd',
    },
    { ...cells, grid_y: 3, grid_w: 12, widget_type: 'markdown', title: 'Note', config: { content: note } },
    { ...cells, grid_y: 6, grid_w: 2, grid_h: 1, widget_type: 'stat-number', config: { metric: 'server_count' } },
  ]
  await admin.send('PUT', `/api/dashboards/${id}`, { widgets })
})

const note = `Ask **Ana**\n\n\`\`\`\n${'a long line of a program; '.repeat(20)}\n\`\`\``

const news = (page: Page) => page.getByRole('region', { name: /Notifications/ })

describe('a member', () => {
  it.each(['wide', 'phone'] as const)(
    'sees boards on a %s screen, and nothing that would change them',
    async (size) => {
      const { page, problems } = await stage.tab({ url: server.url, session: member, size })
      await page.goto(`/dashboards?board=${board}`)
      await page.getByText('1 servers').first().waitFor()
      await page.getByRole('region', { name: 'Note' }).getByText('Ana').waitFor()
      await page.getByText('“Future” is not available').waitFor()
      await page.getByRole('region', { name: 'Odd' }).getByText('This widget needs to be configured').waitFor()
      for (const name of ['Edit', 'Configure']) {
        expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0)
      }
      expect(await page.getByRole('link', { name: 'Settings: Widgets' }).count()).toBe(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false)
      expect(await violations(page)).toEqual([])
      expect(problems).toEqual([])
    },
  )

  it('sees an error when a widget could not save, and then the stored state', async () => {
    const { page, problems } = await stage.tab({ url: server.url, session: member })
    await page.goto(`/dashboards?board=${board}`)
    await page.getByRole('button', { name: 'count 0' }).click()
    await news(page).getByText('“Wilful” could not save its changes').waitFor()
    await page.getByRole('button', { name: 'count 0' }).waitFor()
    const { widgets } = await admin.get<{ widgets: { config: object }[] }>(`/api/dashboards/${board}`)
    expect(widgets[0]?.config).toEqual({})
    expect(problems).toEqual([])
  })

  it('sees which actions are for admins only', async () => {
    const { page, problems } = await stage.tab({ url: server.url, session: member })
    await page.goto(`/dashboards?board=${board}`)
    const forbidden = news(page).getByText(/not allowed|administrator|may not/i)
    await page.getByRole('button', { name: 'Make a board' }).click()
    await forbidden.first().waitFor()
    await page.getByRole('button', { name: 'Remove' }).click()
    await forbidden.nth(1).waitFor()
    expect((await admin.get<{ name: string }[]>('/api/dashboards')).map(({ name }) => name)).not.toContain('Mine')
    expect(problems).toEqual([])
  })
})
