import { uptimeShare } from '@svc/dashboard-sdk'
import { expect, it } from 'vitest'
import { sumUptime } from './sum-uptime.ts'

const day = (online_minutes: number, total_minutes: number, downtime_incidents = 0) => ({
  date: '2026-01-01',
  online_minutes,
  total_minutes,
  downtime_incidents,
})

it('weights days by their known minutes', () => {
  const all = sumUptime([day(1440, 1440), day(0, 10, 1), day(0, 0)])
  expect(all).toEqual({ online_minutes: 1440, total_minutes: 1450, incidents: 1 })
  expect(uptimeShare(all)).toBe(99.31)
})

it('is unknown without days', () => {
  expect(uptimeShare(sumUptime([]))).toBeUndefined()
})
