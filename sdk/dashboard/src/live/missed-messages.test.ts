import { expect, it } from 'vitest'
import { MissedMessages } from './missed-messages.ts'

function setup() {
  const timers: (() => void)[] = []
  const missed = new MissedMessages((_ms, run) => timers.push(run))
  let reloads = 0
  const stop = missed.on(() => {
    reloads += 1
  })
  return { missed, timers, stop, reloads: () => reloads }
}

it('nothing is read twice that is as new as the list, but everything after a reconnect', () => {
  const { missed, timers, stop, reloads } = setup()
  missed.synced(true)
  expect([reloads(), timers]).toEqual([0, []])
  missed.synced(false)
  expect(reloads()).toBe(1)
  stop()
  missed.synced(false)
  expect(reloads()).toBe(1)
})

it('what was read before the socket was open is read again, but later', () => {
  const { missed, timers, reloads } = setup()
  missed.synced(false)
  expect([reloads(), timers.length]).toEqual([0, 1])
  timers[0]?.()
  expect(reloads()).toBe(1)
  missed.start()
  missed.synced(true)
  expect([reloads(), timers.length]).toEqual([1, 1])
})
