import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isRunning } from '../test/is-running.ts'
import { ownAddress, ownAddresses } from '../test/servers.ts'
import { PingUnavailable } from './ping.ts'
import { makeProgramPing, preparePing } from './ping-program.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-ping-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A program of this host that behaves like a ping that is not as it should be. */
function program(script: string): string {
  const path = join(folder, 'ping')
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

const never = new AbortController().signal
const order = { address: '192.0.2.2', count: 2, timeoutMs: 5000 }
const pidIn = (file: string) => vi.waitFor(() => Number(readFileSync(join(folder, file), 'utf8').trim() || Number.NaN))

/** The program of this host. */
const ownProgram = () => preparePing() ?? expect.unreachable('ping is not installed')

describe('the ping program of this host', () => {
  it.each(ownAddresses())('sends to %s', async (address) => {
    const { sent, times } = await ownProgram()({ address, count: 2, timeoutMs: 9000 }, never)
    expect([sent, times.length]).toEqual([2, 2])
  })

  it('reports sent packets when interrupted', async () => {
    const { sent } = await ownProgram()({ address: ownAddress(), count: 20, timeoutMs: 1500 }, never)
    expect(sent).toBeGreaterThan(0)
    expect(sent).toBeLessThan(20)
  })

  it('may be missing', () => {
    expect(preparePing(() => undefined)).toBeUndefined()
  })
})

describe('a ping program', () => {
  it('receives the address but no environment variables', async () => {
    process.env.SVC_SECRET_OF_A_TEST = 'secret'
    const command = program(`echo "$0 $* $LC_ALL" > ${folder}/arguments; env > ${folder}/env`)
    await makeProgramPing({ command })(order, never)
    delete process.env.SVC_SECRET_OF_A_TEST
    expect(readFileSync(join(folder, 'arguments'), 'utf8')).toBe(`${command} -n -c 2 192.0.2.2 C\n`)
    expect(readFileSync(join(folder, 'env'), 'utf8')).not.toContain('secret')
  })

  it('can be a different one for IPv6', async () => {
    const ping = makeProgramPing({
      command: program('echo "1 packets, 1 received, 0% loss"'),
      commandIpv6: join(folder, 'ping6'),
    })
    expect(await ping(order, never)).toMatchObject({ sent: 1 })
    await expect(ping({ ...order, address: 'fd00::2' }, never)).rejects.toThrow('ENOENT')
  })

  it('is killed when it hangs, even if it ignores signals', async () => {
    const command = program(
      `trap '' INT; echo $$ > ${folder}/pid; echo "x: icmp_seq=1 time=5 ms"; while :; do sleep 0.1; done`,
    )
    const ended = makeProgramPing({ command })({ ...order, timeoutMs: 2000 }, never)
    const pid = await pidIn('pid')
    expect(await ended).toMatchObject({ sent: undefined, times: [5] })
    expect(isRunning(pid)).toBe(false)
  })

  it('is killed when the signal aborts', async () => {
    const command = program(`trap '' INT TERM; echo $$ > ${folder}/pid; while :; do sleep 0.1; done`)
    const over = new AbortController()
    const ended = makeProgramPing({ command })(order, over.signal)
    const pid = await pidIn('pid')
    over.abort(new Error('not wanted'))
    await expect(ended).rejects.toThrow('not wanted')
    expect(isRunning(pid)).toBe(false)
    await expect(makeProgramPing({ command })(order, over.signal)).rejects.toThrow('not wanted')
  })

  it('is killed when its output is too large', async () => {
    const command = program('while :; do echo "64 bytes: time=1 ms"; done')
    const { times } = await makeProgramPing({ command })({ ...order, timeoutMs: 600_000 }, never)
    expect(times.length).toBeGreaterThan(100)
    expect(times.length).toBeLessThan(3000)
  })

  it('returns its error output', async () => {
    const command = program('echo "ping: sendmsg: Network is unreachable" >&2; exit 2')
    expect(await makeProgramPing({ command })(order, never)).toMatchObject({
      times: [],
      errorOutput: 'sendmsg: Network is unreachable',
    })
  })
})

describe('ping is unavailable', () => {
  it.each([
    'ping: permission denied (are you root?)',
    'ping: socktype: SOCK_RAW\nping: => missing cap_net_raw+p capability or setuid?',
    'ping: socket: Operation not permitted',
  ])('if the program prints %j', async (words) => {
    const command = program(`printf '%s\\n' '${words}' >&2; exit 2`)
    const run = makeProgramPing({ command })(order, never)
    await expect(run).rejects.toThrow(PingUnavailable)
    await expect(run).rejects.toThrow('ping is not permitted')
  })

  it('if the program cannot be executed', async () => {
    const run = makeProgramPing({ command: join(folder, 'nothing') })(order, never)
    await expect(run).rejects.toThrow(PingUnavailable)
    await expect(run).rejects.toThrow(/^cannot run ping: .*ENOENT/)
  })

  it('but not if the target does not reply', async () => {
    const command = program('echo "1 packets transmitted, 0 received, 100% packet loss"')
    expect(await makeProgramPing({ command })(order, never)).toMatchObject({ sent: 1, times: [] })
  })
})
