import { createTestKernel } from '@svc/kernel/testing'
import dashboards from '@svc/plugin-dashboards'
import enrollment from '@svc/plugin-enrollment'
import system from '@svc/plugin-system'
import { expect, it } from 'vitest'
import docker from './index.ts'

const place = { grid_x: 0, grid_w: 4, grid_h: 4 }
const widgets = ['docker-containers', 'docker-stat'].map((widget_type, index) => ({
  ...{ widget_type, config: {}, grid_y: index * 4 },
  ...place,
}))

it.each([
  [[docker], 200],
  [[], 400],
])('its widgets can be added to dashboards while the plugin runs', async (plugins, status) => {
  const kernel = await createTestKernel({ plugins: [system, enrollment, dashboards, ...plugins] })
  try {
    await kernel.app.ready()
    const admin = kernel.as('admin')
    const made = await admin.inject({ method: 'POST', url: '/api/dashboards', payload: { name: 'docker' } })
    const url = `/api/dashboards/${made.json().data.id}`
    const response = await admin.inject({ method: 'PUT', url, payload: { widgets } })
    expect(response.statusCode, response.body).toBe(status)
  } finally {
    await kernel.close()
  }
})
