import { createFakeFleet, type FakeFleet, PlacedWidget } from '@svc/widget-sdk/testing'
import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import load from './load/index'
import memory from './memory/index'

let fleet: FakeFleet
beforeEach(() => {
  fleet = createFakeFleet({ servers: [{ id: 's1', name: 'web-1', load1: 0.5, mem_used: 50, mem_total: 200 }] })
})
afterEach(() => fleet.close())

test('shows the current load', () => {
  render(<PlacedWidget widget={load} config={{ server: 's1' }} />)
  expect(screen.getByText('0.50')).toBeTruthy()
  fleet.move('s1', { load1: 3 })
  expect(screen.getByText('3.00')).toBeTruthy()
})

test('shows memory as a percentage of the total', () => {
  render(<PlacedWidget widget={memory} config={{ server: 's1' }} />)
  expect(screen.getByText('25 %')).toBeTruthy()
})

test.each([load, memory])('reports a deleted server', (widget) => {
  render(<PlacedWidget widget={widget} config={{ server: 'gone' }} />)
  expect(screen.getByText('–')).toBeTruthy()
  expect(screen.getByText('Server not found')).toBeTruthy()
})
