import { fakeServer } from '@svc/widget-sdk/testing'
import { describe, expect, it } from 'vitest'
import { stateOf } from './use-server-state.ts'

const server = fakeServer({ id: 'a' })

describe('the state of a server', () => {
  it.each([
    ['online', { online: true }],
    ['loading', { online: true, last_active: 0 }],
    ['offline', { online: false }],
    ['no_data', { online: false, uptime: 0, last_active: 0 }],
  ])('is %s', (state, figures) => {
    expect(stateOf({ ...server, ...figures })).toBe(state)
  })

  it('has no data after a restart of the server, when only the time of the last report is known', () => {
    expect(stateOf({ ...server, online: false, uptime: 0 })).toBe('no_data')
  })

  it('has no data after a reconnect either, until the first report', () => {
    expect(stateOf({ ...server, online: true, uptime: 0 })).toBe('no_data')
  })
})
