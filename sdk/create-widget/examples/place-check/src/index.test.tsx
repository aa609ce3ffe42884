import { createFakeFleet, PlacedWidget } from '@svc/widget-sdk/testing'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import check from './index'

const press = () => fireEvent.click(screen.getByRole('button', { name: 'Check for a newer one' }))
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

test('fetches what is newer once it was confirmed, and says how that ended', async () => {
  let finish = () => {}
  const fleet = createFakeFleet({
    answers: {
      '/api/geoip/status': { installed: false },
      'POST /api/geoip/download': () =>
        new Promise<void>((resolve) => {
          finish = resolve
        }),
    },
  })
  render(<PlacedWidget widget={check} />)
  expect(screen.getByText('No database of places is installed.')).toBeTruthy()

  fleet.confirmWith(false)
  press()
  await waitFor(() => expect(fleet.confirms).toHaveLength(1))
  expect(fleet.requests.filter(({ method }) => method === 'POST')).toEqual([])

  fleet.confirmWith(true)
  press()
  await waitFor(() => expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true'))
  finish()
  await waitFor(() => expect(fleet.notifications).toEqual([{ kind: 'success', message: 'Check for a newer one' }]))
  fleet.answer('/api/geoip/status', { installed: true, updated_at: ago(1) })
  expect(screen.getByText(/^The database of places is up to date/)).toBeTruthy()
  fleet.close()
})

test('says why it failed', async () => {
  const fleet = createFakeFleet({
    answers: {
      '/api/geoip/status': { installed: true, updated_at: ago(60) },
      'POST /api/geoip/download': new Error('the publisher has none'),
    },
  })
  render(<PlacedWidget widget={check} />)
  expect(screen.getByText('The database of places is 60 days old.')).toBeTruthy()
  press()
  await waitFor(() =>
    expect(fleet.notifications).toEqual([{ kind: 'error', message: 'Check for a newer one: the publisher has none' }]),
  )
  fleet.close()
})

test('offers nothing while the board is edited', () => {
  const fleet = createFakeFleet({ answers: { '/api/geoip/status': new Error('not today') } })
  render(<PlacedWidget widget={check} isEditing />)
  expect(screen.getByText('not today')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  fleet.close()
})
