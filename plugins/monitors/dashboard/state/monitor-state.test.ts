import { expect, it } from 'vitest'
import { type MonitorStatus, stateOf } from './monitor-state.ts'

const up: MonitorStatus = { enabled: true, last_status: true, outage: null, consecutive_failures: 0, retry_count: 2 }
const since = '2026-01-01T00:00:00Z'

it.each([
  ['up', {}],
  ['pending', { last_status: null }],
  ['failing', { last_status: false, consecutive_failures: 2, outage: { since, announced: false } }],
  ['down', { last_status: false, consecutive_failures: 3, outage: { since, announced: false } }],
  // The tolerated failures were raised during the outage.
  ['down', { last_status: false, consecutive_failures: 1, outage: { since, announced: true } }],
  ['paused', { enabled: false, last_status: false, consecutive_failures: 9 }],
  ['paused', { enabled: false, last_status: null }],
])('a monitor is %s: %o', (state, patch) => {
  expect(stateOf({ ...up, ...patch })).toBe(state)
})
