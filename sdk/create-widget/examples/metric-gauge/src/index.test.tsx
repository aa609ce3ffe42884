import { createFakeFleet, type FakeFleet, PlacedWidget } from '@svc/widget-sdk/testing'
import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import gauge from './index'

let fleet: FakeFleet
beforeEach(() => {
  fleet = createFakeFleet({ servers: [{ id: 's1', name: 'web-1', cpu: 12.5, load1: 2.5 }] })
})
afterEach(() => fleet.close())

const gaugeOf = (label: string) => screen.getByRole('img', { name: label })
const pointer = () => screen.getByRole('img').querySelectorAll('path')[1]

test('follows the metric', () => {
  render(<PlacedWidget widget={gauge} config={{ server: 's1' }} />)
  expect(gaugeOf('web-1, cpu: 13 %')).toBeTruthy()
  expect(pointer()?.getAttribute('stroke-dasharray')).toBe('0.125 1')
  fleet.move('s1', { cpu: 250 })
  expect(pointer()?.getAttribute('stroke-dasharray')).toBe('1 1')
  expect(pointer()?.getAttribute('stroke')).toBe('var(--danger)')
})

test('shows the configured metric on the configured scale', () => {
  const config = { server: 's1', metric: 'load1', max: 5, warn: 4, unit: '', tint: '#00aa00' }
  render(<PlacedWidget widget={gauge} config={config} />)
  expect(gaugeOf('web-1, load1: 2.5')).toBeTruthy()
  expect(pointer()?.getAttribute('stroke-dasharray')).toBe('0.5 1')
  expect(pointer()?.getAttribute('stroke')).toBe('#00aa00')
})

test('reports a missing metric, an offline server and a deleted server', () => {
  const { rerender } = render(<PlacedWidget widget={gauge} config={{ server: 's1', metric: 'os' }} />)
  expect(screen.getByText('web-1 has no metric named os')).toBeTruthy()
  rerender(<PlacedWidget widget={gauge} config={{ server: 's1' }} />)
  fleet.move('s1', { online: false })
  expect(screen.getByText('web-1 is offline')).toBeTruthy()
  fleet.remove('s1')
  expect(screen.getByText('Server not found')).toBeTruthy()
})

test('requires a positive maximum', () => {
  expect(gauge.configSchema.safeParse({ server: 's1', max: 0 }).success).toBe(false)
})
