import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { boardOf } from '@svc/e2e/board-page'
import { writePlugin } from '@svc/e2e/plugin-package'
import { firstSignIn } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { expect, it } from 'vitest'

const stage = makeStage()

const server = `import { live, liveTopics } from '@svc/plugin-enrollment/contract'
import { contribute, definePlugin } from '@svc/plugin-sdk'
const topic = { id: 'ticker.count', access: 'member' }
const secret = { id: 'ticker.secret', access: 'member', allows: () => false }
let count = 0
export default definePlugin({
  id: 'ticker',
  requires: { live },
  setup: ({ live }) => ({
    contributes: contribute(liveTopics, topic, secret),
    jobs: [{ name: 'Tick', every: 300, run: () => {
      count += 1
      live.publish(topic, { count })
      live.publish(secret, 'not for you')
    } }],
  }),
})`

const dashboard = `import { jsx } from 'react/jsx-runtime'
import { defineDashboard } from '@svc/dashboard-sdk'
import { defineWidget, useTopic, z } from '@svc/widget-sdk'
function Ticker() {
  const { data } = useTopic('ticker.count')
  const secret = useTopic('ticker.secret')
  return jsx('p', { children: 'ticks: ' + (data ? data.count : 'none') + (secret.isUnavailable ? ', no secret' : '') })
}
export default defineDashboard({
  plugin: 'ticker',
  widgets: [{ type: 'ticker-count', name: 'widget.name', category: 'Status',
    sizing: { defaultW: 2, defaultH: 2, minW: 1, minH: 1, strategy: 'free' },
    load: async () => ({ default: defineWidget({ configSchema: z.object({}), component: Ticker }) }) }],
})`

it('a widget shows what its server plugin publishes, again after a restart, and ends its subscription', async () => {
  const directory = stage.directory()
  const folder = join(directory, 'data/plugins/node_modules/svc-plugin-ticker')
  writePlugin(folder, 'ticker', server, { dashboard: 'dashboard', widgets: ['ticker-count'] })
  for (const part of ['dashboard', 'locales']) mkdirSync(join(folder, part))
  writeFileSync(join(folder, 'dashboard/index.js'), dashboard)
  writeFileSync(join(folder, 'locales/en.json'), JSON.stringify({ global: { widget: { name: 'Ticks' } } }))
  const program = await stage.server({ directory })
  const admin = await firstSignIn(program)
  const switchTo = async (id: string, enabled: boolean) => {
    expect((await admin.call('PUT', `/api/plugins/${id}`, { enabled })).status).toBe(200)
    await until(`${id} to be switched`, async () => {
      const all = await admin.get<{ id: string; state: string }[]>('/api/plugins').catch(() => [])
      return all.some((plugin) => plugin.id === id && plugin.state === (enabled ? 'running' : 'disabled'))
    })
  }
  await switchTo('ticker', true)
  const placement = { title: 'Ticks', config: {}, grid_x: 0, grid_y: 0, grid_w: 4, grid_h: 2 }
  const board = await boardOf(admin, 'Ticker', [
    { ...placement, widget_type: 'ticker-count' },
    { ...placement, widget_type: 'ticker-count', title: 'Again', grid_x: 4 },
  ])
  const { page, problems } = await stage.tab({ url: program.url, session: admin })
  const sent: string[] = []
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => void sent.push(String(payload))))
  const countOf = (type: string) =>
    sent.filter((frame) => frame.includes(type) && frame.includes('ticker.count')).length
  await page.goto(`/dashboards?board=${board}`)
  const ticks = async () =>
    Number(
      /ticks: (\d+), no secret/.exec(
        await page
          .getByText(/^ticks:/)
          .first()
          .innerText(),
      )?.[1],
    )
  await until('ticks', async () => (await ticks()) > 1)
  // two widgets share one subscription
  expect(countOf('topic_subscribe')).toBe(1)

  await switchTo('smart', false)
  const before = await ticks()
  await until('ticks after the restart', async () => (await ticks()) !== before && countOf('topic_subscribe') > 1)

  const ended = countOf('topic_unsubscribe')
  await page.getByRole('link', { name: 'Servers', exact: true }).click()
  await until('the end of the subscription', async () => countOf('topic_unsubscribe') > ended)
  // A restarting server refuses connections and requests for a moment.
  expect(problems.filter((problem) => !/ERR_CONNECT|503/.test(problem))).toEqual([])
})
