import { serverNames, throttledServers } from '@svc/dashboard-sdk/widgets'
import { createFakeFleet, type FakeFleet } from '@svc/widget-sdk/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fleetNow, withStep } from './fleet.ts'

let fleet: FakeFleet
beforeEach(() => {
  vi.useFakeTimers()
  fleet = createFakeFleet({
    servers: [
      { id: 'a', cpu: 10 },
      { id: 'b', cpu: 30 },
      { id: 'c', online: false, cpu: 99 },
    ],
  })
})
afterEach(() => {
  fleet.close()
  vi.useRealTimers()
})

const cpus = () => throttledServers.get().map(({ cpu }) => cpu)

describe('fleet updates', () => {
  it('deliver the first change immediately and batch later ones', () => {
    const listener = vi.fn()
    const stop = throttledServers.subscribe(listener)
    vi.advanceTimersByTime(5000)
    fleet.move('a', { cpu: 11 })
    expect(listener).toHaveBeenCalledTimes(1)
    for (let cpu = 12; cpu < 60; cpu++) fleet.move('a', { cpu })
    expect(cpus()).toEqual([11, 30, 99])
    expect(listener).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1000)
    expect(listener).toHaveBeenCalledTimes(2)
    expect(cpus()).toEqual([59, 30, 99])
    vi.advanceTimersByTime(10_000)
    expect(listener).toHaveBeenCalledTimes(2)
    stop()
  })

  it('share one snapshot, which later subscribers get too', () => {
    const first = throttledServers.get()
    const stops = [throttledServers.subscribe(() => {}), throttledServers.subscribe(() => {})]
    expect(throttledServers.get()).toBe(first)
    for (const stop of stops) stop()
    fleet.move('a', { cpu: 77 })
    expect(cpus()).toEqual([77, 30, 99])
    const stop = throttledServers.subscribe(() => {})
    expect(cpus()).toEqual([77, 30, 99])
    stop()
  })

  it('stop without subscribers', () => {
    const listener = vi.fn()
    throttledServers.subscribe(listener)()
    fleet.move('a', { cpu: 1 })
    vi.advanceTimersByTime(5000)
    expect(listener).not.toHaveBeenCalled()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('fleet metrics', () => {
  it('are computed once per snapshot, from online servers', () => {
    const servers = throttledServers.get()
    expect(fleetNow(servers)).toMatchObject({ total: 3, online: 2, cpu: 20 })
    expect(fleetNow(servers)).toBe(fleetNow(servers))
    expect(fleetNow([])).toMatchObject({ total: 0, online: 0, cpu: undefined, memory: { percent: undefined } })
  })

  it('add a point every three seconds while subscribed', () => {
    const now = fleetNow(throttledServers.get())
    const one = withStep([], 0, now)
    expect(withStep(one, 2999, now)).toBe(one)
    const two = withStep(one, 3000, now)
    expect(two.map(({ at }) => at)).toEqual([0, 3000])
    expect(withStep(two, 60_000, now).map(({ fleet: each }) => each !== undefined)).toEqual([true, true, false, true])
    let many = one
    for (let at = 3000; at < 900_000; at += 3000) many = withStep(many, at, now)
    expect(many).toHaveLength(60)
  })
})

describe('server names', () => {
  it('keep the same list until one changes', () => {
    const names = serverNames([], throttledServers.get())
    fleet.move('a', { cpu: 50 })
    expect(serverNames(names, throttledServers.get())).toBe(names)
    fleet.move('a', { name: 'alpha' })
    expect(serverNames(names, throttledServers.get())[0]).toEqual({ id: 'a', name: 'alpha' })
    fleet.remove('c')
    expect(serverNames(names, throttledServers.get())).toHaveLength(2)
  })
})
