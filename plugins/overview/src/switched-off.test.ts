import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import dashboards from '@svc/plugin-dashboards'
import enrollment from '@svc/plugin-enrollment'
import metrics from '@svc/plugin-metrics'
import system from '@svc/plugin-system'
import { afterEach, expect, it } from 'vitest'
import overview from './index.ts'

let kernel: TestKernel
afterEach(() => kernel.close())

const start = async (...plugins: Parameters<typeof createTestKernel>[0]['plugins']) => {
  kernel = await createTestKernel({ plugins: [system, enrollment, dashboards, ...plugins], tolerant: true })
}
async function addWidget(widget_type: string) {
  const { id } = (
    await kernel.as('admin').inject({ method: 'POST', url: '/api/dashboards', payload: { name: 'board' } })
  ).json().data
  const widgets = [{ widget_type, config: {}, grid_x: 0, grid_y: 0, grid_w: 4, grid_h: 4 }]
  const answer = await kernel.as('admin').inject({ method: 'PUT', url: `/api/dashboards/${id}`, payload: { widgets } })
  return answer.statusCode
}
const added = async () => [
  ...[await addWidget('stat-number'), await addWidget('top-n'), await addWidget('server-cards')],
  await addWidget('gauge'),
]

it('has the widgets of the fleet', async () => {
  await start(metrics, overview)
  expect(await added()).toEqual([200, 200, 200, 200])
})

it('leaves the widgets of single servers when it is switched off', async () => {
  await start(metrics)
  expect(await added()).toEqual([400, 400, 400, 200])
})

it('does not run without metrics', async () => {
  await start(overview)
  expect(kernel.plugins().find(({ id }) => id === 'overview')).toMatchObject({ state: 'refused' })
})
