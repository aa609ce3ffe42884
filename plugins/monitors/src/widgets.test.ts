import { createTestKernel } from '@svc/kernel/testing'
import dashboards from '@svc/plugin-dashboards'
import enrollment from '@svc/plugin-enrollment'
import system from '@svc/plugin-system'
import { expect, it } from 'vitest'
import monitors from './index.ts'

const widget = { widget_type: 'service-status', config: {}, grid_x: 0, grid_y: 0, grid_w: 6, grid_h: 3 }

it.each([
  [[monitors], 200],
  [[], 400],
])('the service status widget can be added to dashboards while the plugin is enabled', async (plugins, status) => {
  const kernel = await createTestKernel({ plugins: [system, enrollment, dashboards, ...plugins] })
  try {
    await kernel.app.ready()
    const admin = kernel.as('admin')
    const created = await admin.inject({ method: 'POST', url: '/api/dashboards', payload: { name: 'services' } })
    const url = `/api/dashboards/${created.json().data.id}`
    const response = await admin.inject({ method: 'PUT', url, payload: { widgets: [widget] } })
    expect(response.statusCode, response.body).toBe(status)
  } finally {
    await kernel.close()
  }
})
