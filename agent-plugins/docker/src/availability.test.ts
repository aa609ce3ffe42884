import { spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from '@svc/agent-sdk'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answers, type FakeDaemon, startFakeDaemon } from '../test/fake-daemon.ts'
import { type Availability, makeAvailability } from './availability.ts'

let folder: string
let fakes: FakeDaemon[]
let availability: Availability
let changes: (string | undefined)[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-availability-'))
  fakes = []
  changes = []
})
afterEach(async () => {
  availability.close()
  await Promise.all(fakes.map((fake) => fake.close()))
  rmSync(folder, { recursive: true, force: true })
})

const nothing = () => {}
const log: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing }

async function fake(answers: Answers = {}) {
  const started = await startFakeDaemon(answers)
  fakes.push(started)
  return started
}
const check = (...sockets: string[]) => checkWithin(10_000, ...sockets)
async function checkWithin(timeoutMs: number, ...sockets: string[]) {
  availability = makeAvailability({
    sockets,
    log,
    onChange: () => void changes.push(availability.daemon?.socket),
    timing: { timeoutMs, callTimeoutMs: timeoutMs, retryMs: 30, firstRetryMs: 5 },
  })
  await availability.check()
  return availability.reason
}

describe('the daemon', () => {
  it('is available while it answers, and is looked for again after it was lost', async () => {
    let isBroken = false
    const { socket } = await fake({
      '/version': (_, response) => response.writeHead(isBroken ? 500 : 200).end('{"ApiVersion":"1.41"}'),
    })
    await check(socket)
    expect(availability.daemon?.socket).toBe(socket)
    isBroken = true
    await vi.waitFor(() => expect(changes).toEqual([socket, undefined]))
    await expect(availability.require()).rejects.toMatchObject({ code: 'unavailable' })
    isBroken = false
    await vi.waitFor(() => expect(changes).toEqual([socket, undefined, socket]))
  })

  it('is the first one of several that answers', async () => {
    const { socket } = await fake()
    await check(join(folder, 'none.sock'), socket)
    expect(availability.daemon?.socket).toBe(socket)
  })

  it('is checked once for several callers, and before the first request', async () => {
    const { socket, requests } = await fake()
    availability = makeAvailability({ sockets: [socket], log, onChange: nothing })
    const [daemon] = await Promise.all([availability.require(), availability.check(), availability.check()])
    expect(daemon.socket).toBe(socket)
    expect(requests).toEqual(['GET /version?'])
  })

  it('is checked after a failed call', async () => {
    let isBroken = false
    const { socket, requests } = await fake({
      '/version': (_, response) => {
        if (!isBroken) response.end('{"ApiVersion":"1.41"}')
      },
    })
    await checkWithin(200, socket)
    isBroken = true
    const { signal } = new AbortController()
    const call = availability.use(signal, (daemon) => daemon.call({ path: '/version', signal, timeoutMs: 20 }))
    await expect(call).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('0.02 s') })
    await vi.waitFor(() => expect(changes).toEqual([socket, undefined]))
    expect(requests.length).toBeGreaterThan(2)
  })
})

describe('the reason why there is none', () => {
  it('names what is missing', async () => {
    const missing = join(folder, 'none.sock')
    expect(await check(missing)).toBe(`there is no Docker daemon: ${missing} does not exist`)
    await expect(availability.require()).rejects.toThrow(`${missing} does not exist`)
  })

  it('names a directory or a file in place of the socket', async () => {
    const directory = join(folder, 'docker.sock')
    mkdirSync(directory)
    expect(await check(directory)).toBe(`${directory} is a directory, not a socket: delete it and restart Docker`)
    availability.close()
    const file = join(folder, 'file')
    writeFileSync(file, '')
    expect(await check(file)).toBe(`${file} is not a socket`)
  })

  it('names a daemon that does not run', async () => {
    const socket = join(folder, 'stale.sock')
    const script = `require('net').createServer().listen(${JSON.stringify(socket)}, () => process.kill(process.pid, 9))`
    await new Promise((resolve) => spawn(process.execPath, ['-e', script]).on('exit', resolve))
    expect(await check(socket)).toBe(`the Docker daemon is not running: nothing listens on ${socket}`)
  })

  it('names a daemon that hangs', async () => {
    const socket = join(folder, 'hangs.sock')
    const server = createServer().listen(socket)
    expect(await checkWithin(200, socket)).toBe(`${socket}: the daemon did not answer within 0.2 s`)
    server.close()
  })

  it.each([
    ['<html>hello</html>', 'it is no Docker daemon: its answer is not JSON'],
    ['{"hello":"world"}', 'it is no Docker daemon'],
    [`["${'x'.repeat(10 * 2 ** 20)}"]`, 'the answer of the daemon is larger than 8388608 bytes'],
  ])('names an answer of something else', async (answer, expected) => {
    const { socket } = await fake({ '/version': answer })
    expect(await check(socket)).toBe(`${socket}: ${expected}`)
  })

  it('names the group to join if the user may not use the socket', async () => {
    const { socket } = await fake()
    chmodSync(socket, 0o660)
    // the group `disk`, which all distributions have
    chownSync(socket, 0, 6)
    const module = JSON.stringify(new URL('./availability.ts', import.meta.url).href)
    const script = `
      const { makeAvailability } = await import(${module})
      const log = { debug() {}, info() {}, warn() {}, error() {} }
      const availability = makeAvailability({ sockets: [${JSON.stringify(socket)}], log, onChange() {} })
      await availability.check()
      console.log(availability.reason)
      availability.close()`
    const args = ['--conditions=svc-source', '--input-type=module', '-e', script]
    const child = spawn(process.execPath, args, { uid: 65_534, gid: 65_534, env: {}, cwd: '/' })
    const [output, errors] = await Promise.all([child.stdout.toArray(), child.stderr.toArray()])
    expect(errors.join('')).toBe('')
    expect(output.join('')).toBe(
      `permission denied for ${socket}: add the user nobody to the group disk (usermod -aG disk nobody) and restart the agent\n`,
    )
    availability = makeAvailability({ sockets: [], log, onChange: nothing })
  })
})
