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

test('points at the figure and follows it', () => {
  render(<PlacedWidget widget={gauge} config={{ server: 's1' }} />)
  expect(gaugeOf('web-1, cpu: 13 %')).toBeTruthy()
  expect(pointer()?.getAttribute('stroke-dasharray')).toBe('0.125 1')
  fleet.move('s1', { cpu: 250 })
  expect(pointer()?.getAttribute('stroke-dasharray')).toBe('1 1')
  expect(pointer()?.getAttribute('stroke')).toBe('var(--danger)')
})

test('shows the figure that was chosen, on the scale that was chosen', () => {
  const config = { server: 's1', metric: 'load1', most: 5, warn: 4, unit: '', tint: '#00aa00' }
  render(<PlacedWidget widget={gauge} config={config} />)
  expect(gaugeOf('web-1, load1: 2.5')).toBeTruthy()
  expect(pointer()?.getAttribute('stroke-dasharray')).toBe('0.5 1')
  expect(pointer()?.getAttribute('stroke')).toBe('#00aa00')
})

test('says what is not there', () => {
  const { rerender } = render(<PlacedWidget widget={gauge} config={{ server: 's1', metric: 'os' }} />)
  expect(screen.getByText('web-1 has no figure called os.')).toBeTruthy()
  rerender(<PlacedWidget widget={gauge} config={{ server: 's1' }} />)
  fleet.move('s1', { online: false })
  expect(screen.getByText('web-1 is offline')).toBeTruthy()
  fleet.remove('s1')
  expect(screen.getByText('There is no such server.')).toBeTruthy()
})

test('a scale must have an end', () => {
  expect(gauge.configSchema.safeParse({ server: 's1', most: 0 }).success).toBe(false)
})
