import { createTestKernel } from '@svc/kernel/testing'
import dashboards from '@svc/plugin-dashboards'
import enrollment from '@svc/plugin-enrollment'
import system from '@svc/plugin-system'
import { expect, it } from 'vitest'
import geoip from './index.ts'

const widget = { widget_type: 'server-map', config: {}, grid_x: 0, grid_y: 0, grid_w: 8, grid_h: 5 }

it.each([
  [[geoip], 200],
  [[], 400],
])('the map can be added to dashboards while its plugin runs', async (plugins, status) => {
  const kernel = await createTestKernel({ plugins: [system, enrollment, dashboards, ...plugins] })
  try {
    await kernel.app.ready()
    const admin = kernel.as('admin')
    const made = await admin.inject({ method: 'POST', url: '/api/dashboards', payload: { name: 'world' } })
    const url = `/api/dashboards/${made.json().data.id}`
    const answer = await admin.inject({ method: 'PUT', url, payload: { widgets: [widget] } })
    expect(answer.statusCode, answer.body).toBe(status)
  } finally {
    await kernel.close()
  }
})
