import { createTestKernel } from '@svc/kernel/testing'
import dashboards from '@svc/plugin-dashboards'
import enrollment from '@svc/plugin-enrollment'
import system from '@svc/plugin-system'
import { expect, it } from 'vitest'
import alerts from './index.ts'

const widget = { widget_type: 'alert-list', config: {}, grid_x: 0, grid_y: 0, grid_w: 8, grid_h: 5 }

it.each([
  [[alerts], 200],
  [[], 400],
])('the alert list can be added to dashboards while its plugin runs', async (plugins, status) => {
  const kernel = await createTestKernel({ plugins: [system, enrollment, dashboards, ...plugins] })
  try {
    await kernel.app.ready()
    const admin = kernel.as('admin')
    const made = await admin.inject({ method: 'POST', url: '/api/dashboards', payload: { name: 'world' } })
    const url = `/api/dashboards/${made.json().data.id}`
    const response = await admin.inject({ method: 'PUT', url, payload: { widgets: [widget] } })
    expect(response.statusCode, response.body).toBe(status)
  } finally {
    await kernel.close()
  }
})
