import { fakeServer } from '@svc/widget-sdk/testing'
import { describe, expect, it } from 'vitest'
import { stateOf } from './use-server-state.ts'

const server = fakeServer({ id: 'a' })

describe('the state of a server', () => {
  it.each([
    ['online', { online: true }],
    ['awaited', { online: true, last_active: 0 }],
    ['offline', { online: false }],
    ['silent', { online: false, uptime: 0, last_active: 0 }],
  ])('is %s', (state, figures) => {
    expect(stateOf({ ...server, ...figures })).toBe(state)
  })

  it('is silent when only the time of its last report outlived the program: zeros are no figures', () => {
    expect(stateOf({ ...server, online: false, uptime: 0 })).toBe('silent')
  })

  it('stays so when it connects again, until it reports: what shows its past goes on', () => {
    expect(stateOf({ ...server, online: true, uptime: 0 })).toBe('silent')
  })
})
