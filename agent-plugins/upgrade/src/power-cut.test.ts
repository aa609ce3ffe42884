import { existsSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { type Host, makeHost, programOf } from '../test/host.ts'

const canMount = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/dev/loop-control')

let host: Host
afterEach(() => host.close())

const candidate = programOf('2.0.0')

/** Upgrades until the old program reaches this point, where the power fails. Then the host starts again. */
async function interrupt(boundary: string, release = candidate) {
  const old = programOf('1.0.0', { fate: boundary })
  host = await makeHost({ journaled: true })
  host.write(old)
  host.sync()
  host.publish('2.0.0', release)
  host.start()
  const { pid } = await host.agent('1.0.0')
  host.upgrade('2.0.0')
  await host.wait(() => expect(() => process.kill(pid, 0)).toThrow())
  await host.cutPower()
  // Never half a program, nor none.
  expect([old, release]).toContain(host.text())
  host.start()
  return old
}

describe.runIf(canMount)('after a power cut', () => {
  it.each(['downloading', 'downloaded', 'verifying', 'pre_flight', 'installing', 'backed_up'])(
    'at "%s" the old program goes on, and reports why',
    async (boundary) => {
      const old = await interrupt(boundary)
      await host.agent('1.0.0')
      await host.wait(() => expect(host.record()).toMatchObject({ phase: 'failed', report_pending: false }))
      expect(host.text()).toBe(old)
      expect(host.results()).toMatchObject([{ error: 'the upgrade was interrupted', job_id: 'job' }])
      expect(existsSync(`${host.program}.new`)).toBe(false)
      expect(host.mostAtOnce()).toBe(1)
    },
  )

  it.each(['replaced', 'restarting', 'stopped', 'spawned', 'tried', 'confirmed'])(
    'at "%s" the candidate proves itself',
    async (boundary) => {
      await interrupt(boundary)
      await host.wait(() => expect(host.record()?.phase).toBe('confirmed'))
      await host.agent('2.0.0')
      expect(host.text()).toBe(candidate)
      expect(host.results()).toEqual([])
      expect(host.mostAtOnce()).toBe(1)
    },
  )

  it.each(['restored', 'rolled_back'])('at "%s" of a rollback the old program goes on', async (boundary) => {
    const old = await interrupt(boundary, programOf('2.0.0', { first: 'exit 3' }))
    await host.agent('1.0.0')
    await host.wait(() => expect(host.record()).toMatchObject({ phase: 'rolled_back', report_pending: false }))
    expect(host.text()).toBe(old)
    expect(host.results()).toHaveLength(1)
    expect(host.mostAtOnce()).toBe(1)
  })
})
