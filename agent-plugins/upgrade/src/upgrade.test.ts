import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type Host, type HostOptions, makeHost, type ProgramOptions, programOf } from '../test/host.ts'

let host: Host
afterEach(() => host.close())

const old = programOf('1.0.0')
const candidate = programOf('2.0.0')

/** A host with version 1.0.0, and a release 2.0.0. */
async function begin(options: HostOptions = {}, program = old, release: string | Buffer = candidate) {
  host = await makeHost(options)
  host.write(program)
  host.publish('2.0.0', release)
  host.start()
  await host.agent('1.0.0')
  return host
}

/** Asks for version 2.0.0; resolves with the failure that the agent reports. */
async function failedUpgrade() {
  host.upgrade('2.0.0')
  await host.wait(() => expect(host.record()).toMatchObject({ report_pending: false, error: expect.any(String) }))
  await host.agent('1.0.0')
  expect(host.text()).toContain('AGENT_VERSION=1.0.0')
  return host.results().at(-1)
}

const modes = [{ service: false }, { service: true }]

describe.each(modes)('with service: $service', (mode) => {
  it('installs a release that proves itself, and keeps the old program', async () => {
    await begin(mode)
    const before = await host.agent('1.0.0')
    host.upgrade('2.0.0')
    await host.wait(() => expect(host.record()?.phase).toBe('confirmed'))
    const after = await host.agent('2.0.0')
    expect(after.args).toEqual(before.args)
    expect(host.text()).toBe(candidate)
    expect(readFileSync(`${host.program}.bak`, 'utf8')).toBe(old)
    expect(host.stages()).toEqual(['downloading', 'verifying', 'pre_flight', 'installing', 'restarting'])
    expect(host.results()).toEqual([])
    expect(host.mostAtOnce()).toBe(1)
    const path = join(host.folder, 'state/upgrade.json')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(existsSync(`${host.program}.new`)).toBe(false)
    // Without a service manager the process stays the same, as its parent or terminal expects.
    if (!mode.service) await host.wait(async () => expect((await host.agent('2.0.0')).pid).toBe(before.pid))
  })

  it.each<[string, string, ProgramOptions, object]>([
    ['exits at once', 'exited with code 3', { first: 'exit 3' }, {}],
    ['exits after it was connected', 'exited with code 1', { fate: 'dies' }, { stableMs: 60_000 }],
    ['never connects', 'did not connect within 0.3 seconds', { fate: 'mute' }, { announceMs: 300 }],
  ])('restores the old program if the candidate %s', async (_, error, program, timing) => {
    await begin({ ...mode, timing }, old, programOf('2.0.0', program))
    expect(await failedUpgrade()).toMatchObject({
      job_id: 'job',
      target_version: '2.0.0',
      stage: 'restarting',
      error: expect.stringContaining(error),
      backup_path: `${host.program}.bak`,
    })
    expect(host.record()?.phase).toBe('rolled_back')
    expect(host.mostAtOnce()).toBe(1)
  })

  const boundaries = [
    ...['downloading', 'downloaded', 'verifying', 'pre_flight', 'installing', 'backed_up', 'replaced', 'restarting'],
    ...['stopped', 'spawned', 'tried', 'confirmed'],
  ]
  // Before the replacement it makes no difference who starts the program again.
  const isReplaced = (boundary: string) => boundaries.indexOf(boundary) >= boundaries.indexOf('replaced')
  it.each(boundaries.filter((boundary) => !mode.service || isReplaced(boundary)))(
    'goes on with one agent after being killed at "%s"',
    async (boundary) => {
      await begin(mode, programOf('1.0.0', { fate: boundary }))
      const { pid } = await host.agent('1.0.0')
      host.upgrade('2.0.0')
      await host.wait(() => expect(() => process.kill(pid, 0)).toThrow())
      const isInstalled = isReplaced(boundary)
      // Someone starts the program again, unless the candidate already runs.
      if (!mode.service && boundary !== 'spawned') host.start()
      const expected = isInstalled ? { phase: 'confirmed' } : { phase: 'failed', report_pending: false }
      await host.wait(() => expect(host.record()).toMatchObject(expected))
      await host.agent(isInstalled ? '2.0.0' : '1.0.0')
      expect(host.results()).toHaveLength(isInstalled ? 0 : 1)
      if (!isInstalled) expect(host.results()[0]).toMatchObject({ error: 'the upgrade was interrupted', job_id: 'job' })
      expect(existsSync(`${host.program}.new`)).toBe(false)
    },
  )

  it.each(['restored', 'rolled_back'])('ends the rollback after being killed at "%s"', async (boundary) => {
    await begin(mode, programOf('1.0.0', { fate: boundary }), programOf('2.0.0', { first: 'exit 3' }))
    const { pid } = await host.agent('1.0.0')
    host.upgrade('2.0.0')
    await host.wait(() => expect(() => process.kill(pid, 0)).toThrow())
    if (!mode.service) host.start()
    await host.wait(() => expect(host.record()).toMatchObject({ phase: 'rolled_back', report_pending: false }))
    await host.agent('1.0.0')
    expect(host.results()).toHaveLength(1)
  })
})

describe('a candidate that nobody watches', () => {
  it('is undone if it does not connect in time', async () => {
    const options = { service: true, timing: { announceMs: 300 } }
    await begin(options, programOf('1.0.0', { fate: 'restarting' }), programOf('2.0.0', { fate: 'mute' }))
    expect(await failedUpgrade()).toMatchObject({ error: expect.stringContaining('did not connect') })
  })

  it('is undone at the fourth start if it keeps dying', async () => {
    const release = programOf('2.0.0', { fate: 'dies' })
    await begin({ service: true, timing: { stableMs: 60_000 } }, programOf('1.0.0', { fate: 'restarting' }), release)
    expect(await failedUpgrade()).toMatchObject({ error: 'the candidate did not stay alive 3 times' })
  })
})

describe('refuses', () => {
  const path = (file: string) => `/releases/download/v2.0.0/${file}`
  const elf = Buffer.concat([Buffer.from('7f454c4602010100', 'hex'), Buffer.alloc(10), Buffer.from('f3', 'hex')])

  it.each<[string, string, string, () => void]>([
    ['a corrupted download', 'verifying', 'does not match', () => host.files.set(path('svc-agent-test'), 'other')],
    ['a missing program', 'downloading', 'status 404', () => host.files.delete(path('svc-agent-test'))],
    ['a missing list', 'verifying', 'status 404', () => host.files.delete(path('checksums.txt'))],
    [
      'a list without it',
      'verifying',
      'does not list',
      () => host.files.set(path('checksums.txt'), `${'0'.repeat(64)} x`),
    ],
    ['another architecture', 'pre_flight', 'for another processor', () => host.publish('2.0.0', elf)],
    [
      'a version that lies',
      'pre_flight',
      'is version 3.0.0, not 2.0.0',
      () => host.publish('2.0.0', programOf('2.0.0', { printed: '3.0.0' })),
    ],
    [
      'half a file',
      'downloading',
      '',
      () =>
        host.files.set(path('svc-agent-test'), (_, response) => {
          response.writeHead(200, { 'content-length': 1000 }).write('half')
          setImmediate(() => response.destroy())
        }),
    ],
    [
      'more than fits',
      'downloading',
      'no space left',
      () =>
        host.files.set(path('svc-agent-test'), (_, response) =>
          response.writeHead(200, { 'content-length': 2 ** 50 }).write('x'),
        ),
    ],
    [
      'a redirect without https',
      'downloading',
      'without https',
      () =>
        host.files.set(path('svc-agent-test'), (_, response) =>
          response.writeHead(302, { location: 'http://[::1]:9/' }).end(),
        ),
    ],
    [
      'a redirect to the host itself',
      'downloading',
      'not a public address',
      () =>
        host.files.set(path('svc-agent-test'), (_, response) =>
          response.writeHead(302, { location: 'https://127.0.0.1:9/' }).end(),
        ),
    ],
    [
      'endless redirects',
      'downloading',
      'more than 10 times',
      () =>
        host.files.set(path('svc-agent-test'), (_, response) =>
          response.writeHead(302, { location: path('svc-agent-test') }).end(),
        ),
    ],
  ])('%s', async (_, stage, error, change) => {
    await begin()
    change()
    expect(await failedUpgrade()).toMatchObject({ stage, error: expect.stringContaining(error), backup_path: null })
    expect(host.record()?.phase).toBe('failed')
    expect(host.text()).toBe(old)
    expect(existsSync(`${host.program}.new`)).toBe(false)
  })

  it('a candidate that reports another version than it printed', async () => {
    await begin({}, old, programOf('1.5.0', { printed: '2.0.0' }))
    expect(await failedUpgrade()).toMatchObject({ stage: 'restarting', error: 'the candidate reports version 1.5.0' })
  })

  it('a program that the disk does not take', async () => {
    // Files of at most 8 blocks of 512 bytes, as on a full disk.
    await begin({ before: 'ulimit -f 8' }, old, `${candidate}${'#'.repeat(100_000)}`)
    expect(await failedUpgrade()).toMatchObject({ stage: 'downloading', error: expect.stringMatching(/EFBIG|ENOSPC/) })
  })

  it('an older version, no version, and a second upgrade', async () => {
    await begin()
    for (const version of ['1.0.0', '0.9.0', 'latest']) host.upgrade(version)
    await host.wait(() => expect(host.results()).toHaveLength(3))
    expect(host.results().map(({ error }) => error)).toEqual([
      'version 1.0.0 is not newer than 1.0.0',
      'version 0.9.0 is not newer than 1.0.0',
      'the version is not SemVer',
    ])
    host.files.set(path('svc-agent-test'), () => {})
    host.upgrade('2.0.0')
    host.upgrade('2.0.1')
    await host.wait(() => expect(host.results()).toHaveLength(4))
    expect(host.results()[3]).toMatchObject({ error: 'an upgrade to 2.0.0 is running', target_version: '2.0.1' })
  })
})

it('reads the list under its other name', async () => {
  await begin()
  host.files.clear()
  host.publish('2.0.0', candidate, 'sha256sums.txt')
  host.upgrade('2.0.0')
  await host.agent('2.0.0')
})

it('repeats the failure at each connection until it is acknowledged', async () => {
  await begin({ acknowledges: false })
  host.files.clear()
  host.upgrade('2.0.0')
  await host.wait(() => expect(host.results()).toHaveLength(1))
  const { pid } = await host.agent('1.0.0')
  process.kill(pid, 'SIGKILL')
  await host.wait(() => expect(() => process.kill(pid, 0)).toThrow())
  host.acknowledge()
  host.start()
  await host.wait(() => expect(host.results()).toHaveLength(2))
  await host.wait(() => expect(host.record()?.report_pending).toBe(false))
})

it('stops with its candidate when it is asked to, and the next start proves itself', async () => {
  await begin({ timing: { stableMs: 60_000 } })
  const { pid } = await host.agent('1.0.0')
  host.upgrade('2.0.0')
  await host.agent('2.0.0')
  process.kill(pid, 'SIGTERM')
  await host.wait(() => expect(() => process.kill(pid, 0)).toThrow())
  await host.wait(() => expect(host.count()).toBe(0))
  expect(host.record()?.phase).toBe('installed')
  host.start()
  await host.agent('2.0.0')
  expect(host.record()).toMatchObject({ phase: 'installed', starts: 1 })
})
