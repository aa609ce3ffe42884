import { createFakeFleet, PlacedWidget } from '@svc/widget-sdk/testing'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import load from './index'

test('shows the current load and warns when it is high', () => {
  const fleet = createFakeFleet({ servers: [{ id: 's1', name: 'web-1', load1: 0.5 }] })
  render(<PlacedWidget widget={load} config={{ server: 's1' }} />)
  expect(screen.getByText('0.50')).toBeTruthy()
  expect(screen.queryByText('web-1: high load')).toBeNull()

  fleet.move('s1', { load1: 7.25 })
  expect(screen.getByText('7.25')).toBeTruthy()
  expect(screen.getByText('web-1: high load')).toBeTruthy()
  fleet.close()
})

test('reports a deleted server', () => {
  const fleet = createFakeFleet({ servers: [{ id: 's1' }] })
  render(<PlacedWidget widget={load} config={{ server: 's1' }} />)
  fleet.remove('s1')
  expect(screen.getByText('Server not found')).toBeTruthy()
  fleet.close()
})
