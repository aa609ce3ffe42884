// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { ConfigForm, z } from '../index.ts'
import { createFakeFleet } from '../testing.ts'

afterEach(cleanup)

const schema = z.object({ monitor: z.monitorId().optional(), monitor_ids: z.array(z.monitorId()).default([]) })

let stored: Readonly<Record<string, unknown>>

function Form({ begin }: { begin: Readonly<Record<string, unknown>> }) {
  const [value, setValue] = useState(begin)
  stored = value
  return <ConfigForm schema={schema} value={value} onChange={setValue} />
}

test('lists service monitors by name and keeps deleted ones checked', () => {
  const fleet = createFakeFleet({
    monitors: [
      { id: 'm1', name: 'Shop' },
      { id: 'm2', name: 'Mail' },
    ],
  })
  render(<Form begin={{ monitor: 'gone', monitor_ids: ['gone'] }} />)
  const [select] = screen.getAllByRole<HTMLSelectElement>('combobox')
  expect([...(select?.options ?? [])].map(({ text }) => text)).toEqual(['–', 'gone', 'Shop', 'Mail'])
  fireEvent.change(select as Element, { target: { value: 'm2' } })
  fireEvent.click(screen.getByLabelText('Shop'))
  expect(stored).toEqual({ monitor: 'm2', monitor_ids: ['m1', 'gone'] })
  fireEvent.click(screen.getByLabelText('gone'))
  expect(stored).toEqual({ monitor: 'm2', monitor_ids: ['m1'] })
  fleet.setMonitors([{ id: 'm1', name: 'Shop, renamed' }])
  expect(screen.getByLabelText<HTMLInputElement>('Shop, renamed').checked).toBe(true)
  fleet.close()
})

test('shows the selected ids if there are no monitors', () => {
  const missing = Object.assign(new Error('nothing there'), { status: 404 })
  const fleet = createFakeFleet({ answers: { '/api/service-monitors': missing } })
  render(<Form begin={{ monitor_ids: ['m1'] }} />)
  expect(screen.getByLabelText<HTMLInputElement>('m1').checked).toBe(true)
  fleet.close()
})
