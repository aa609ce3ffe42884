import { readFileSync } from 'node:fs'
import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import dashboards from '@svc/plugin-dashboards'
import enrollment from '@svc/plugin-enrollment'
import system from '@svc/plugin-system'
import { afterEach, describe, expect, it } from 'vitest'
import metrics from './index.ts'

const packageJson = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
const { widgets }: { widgets: string[] } = JSON.parse(packageJson).svc

let kernel: TestKernel
afterEach(() => kernel.close())

const start = async (...plugins: Parameters<typeof createTestKernel>[0]['plugins']) => {
  kernel = await createTestKernel({ plugins: [system, enrollment, ...plugins] })
  await kernel.app.ready()
}

/** Creates a board with one widget per type and returns the last response. */
async function boardOf(names: readonly string[]) {
  const made = await kernel.as('admin').inject({ method: 'POST', url: '/api/dashboards', payload: { name: 'all' } })
  const widgets = names.map((widget_type, index) => ({
    widget_type,
    config: {},
    grid_x: 0,
    grid_y: index * 4,
    grid_w: 4,
    grid_h: 4,
  }))
  const url = `/api/dashboards/${made.json().data.id}`
  return kernel.as('admin').inject({ method: 'PUT', url, payload: { widgets } })
}

describe('widgets of this plugin', () => {
  it('can be put on boards', async () => {
    await start(metrics, dashboards)
    const answer = await boardOf(widgets)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json().data.widgets.map((one: { widget_type: string }) => one.widget_type)).toEqual(widgets)
  })

  it('are unknown to boards while this plugin is disabled', async () => {
    await start(dashboards)
    const answer = await boardOf(['gauge'])
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error.message).toContain('widget_type')
  })

  it('do not require the dashboards plugin', async () => {
    await start(metrics)
    expect((await kernel.as('member').inject({ method: 'GET', url: '/api/health-limits' })).statusCode).toBe(200)
    expect((await kernel.as('admin').inject({ method: 'GET', url: '/api/dashboards' })).statusCode).toBe(404)
  })
})
