import { createFakeFleet, type FakeFleet, PlacedWidget } from '@svc/widget-sdk/testing'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import check from './index'

let fleet: FakeFleet
afterEach(() => fleet.close())

const press = () => fireEvent.click(screen.getByRole('button', { name: 'Check now' }))
const shop = { id: 'm1', name: 'Shop', last_latency: 42 }

test('checks after confirmation and shows the result', async () => {
  let finish = () => {}
  fleet = createFakeFleet({
    monitors: [{ ...shop, last_status: null }],
    answers: {
      'POST /api/service-monitors/m1/check': () =>
        new Promise<void>((resolve) => {
          finish = resolve
        }),
    },
  })
  render(<PlacedWidget widget={check} config={{ monitor: 'm1' }} />)
  expect(screen.getByText('Shop has not been checked yet')).toBeTruthy()

  fleet.confirmWith(false)
  press()
  await waitFor(() => expect(fleet.confirms).toHaveLength(1))
  expect(fleet.requests.filter(({ method }) => method === 'POST')).toEqual([])

  fleet.confirmWith(true)
  press()
  await waitFor(() => expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true'))
  fleet.setMonitors([shop])
  finish()
  await waitFor(() => expect(fleet.notifications).toEqual([{ kind: 'success', message: 'Check now' }]))
  expect(screen.getByText('Shop is up (42 ms)')).toBeTruthy()
})

test('shows why the check failed', async () => {
  fleet = createFakeFleet({
    monitors: [{ ...shop, last_status: false, last_error: 'status 500' }],
    answers: { 'POST /api/service-monitors/m1/check': new Error('it is being checked') },
  })
  render(<PlacedWidget widget={check} config={{ monitor: 'm1' }} />)
  expect(screen.getByText('Shop is down: status 500')).toBeTruthy()
  press()
  await waitFor(() =>
    expect(fleet.notifications).toEqual([{ kind: 'error', message: 'Check now: it is being checked' }]),
  )
})

test('reports a deleted monitor and hides the button in edit mode', () => {
  fleet = createFakeFleet({ monitors: [shop] })
  const { rerender } = render(<PlacedWidget widget={check} config={{ monitor: 'gone' }} />)
  expect(screen.getByText('Monitor not found')).toBeTruthy()
  rerender(<PlacedWidget widget={check} config={{ monitor: 'm1' }} isEditing />)
  expect(screen.getByText('Shop is up (42 ms)')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
