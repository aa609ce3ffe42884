import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createTestAgent, type TestAgent } from '@svc/agent/testing'
import { Exec, ExecCancel, ExecOutput, TaskResult } from '@svc/plugin-tasks/wire'
import { CapabilityDenied, SystemInfo } from '@svc/protocol'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { maxOutputBytes } from './command.ts'
import plugin from './index.ts'

let agent: TestAgent
let folder: string
/** Other tests of the same process may have left some running. */
let earlier: readonly string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'exec-'))
  earlier = descendants()
})
afterEach(async () => {
  await agent.close()
  rmSync(folder, { recursive: true })
  await vi.waitFor(() => expect(descendants().filter((one) => !earlier.includes(one))).toEqual([]), 10_000)
})

/** Ids and command lines of all processes that this one started, directly or not, and that still run. */
function descendants(): string[] {
  const processes = readdirSync('/proc').flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return state === 'Z' ? [] : [{ pid, parent, command: readFileSync(`/proc/${pid}/cmdline`, 'latin1') }]
    } catch {
      // Not a process, or it has ended meanwhile.
      return []
    }
  })
  const found = new Set([String(process.pid)])
  for (let size = 0; size !== found.size; ) {
    size = found.size
    for (const { pid, parent } of processes) if (found.has(parent ?? '')) found.add(pid)
  }
  return processes
    .filter(({ pid }) => found.has(pid) && pid !== String(process.pid))
    .map(({ pid, command }) => `${pid} ${command.replaceAll('\0', ' ')}`)
}

const start = async (allow: 'exec'[] = ['exec']) => {
  agent = await createTestAgent({
    plugins: [{ plugin, capabilities: ['exec'], denials: { exec: { exec: 'task_id' } } }],
    allow,
    reportInterval: 60,
  })
  await agent.server.next(SystemInfo)
}
const exec = (task_id: string, command: string, timeout: number | null = 20) =>
  agent.server.send(Exec, { task_id, command, timeout })
const run = async (command: string, timeout?: number | null) => {
  exec('t', command, timeout)
  return agent.server.next(TaskResult)
}

/** Command lines of running processes that contain a text. */
const processesWith = (text: string) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return line.includes(text) && !line.includes('vitest') ? [line] : []
      } catch {
        return []
      }
    })
/** A duration that only this test uses, to find its processes. */
const mark = () => `1${process.pid}${Math.floor(Math.random() * 1e6)}`

it('answers with output and exit code', async () => {
  await start()
  expect(await run('echo out; echo err >&2; exit 7')).toMatchObject({
    task_id: 't',
    output: 'out\n\nerr\n',
    exit_code: 7,
    end: 'exited',
    omitted_bytes: 0,
  })
  expect(await run('true')).toMatchObject({ output: '', exit_code: 0 })
})

it('gives the command empty input and nothing of the agent’s environment', async () => {
  vi.stubEnv('SVC_ENROLLMENT_CODE', 'very-secret')
  vi.stubEnv('SOME_TOKEN', 'also-secret')
  await start()
  const { output } = await run('cat; env; ls -l /proc/self/fd | grep -c socket')
  vi.unstubAllEnvs()
  expect(output).not.toMatch(/secret|SVC_|SOME_TOKEN|NODE_|VITEST/)
  expect(output).toContain('HOME=')
})

it('says why it could not start, and when it was killed', async () => {
  await start()
  expect(await run('a\0b')).toMatchObject({ exit_code: -1, end: 'not_started' })
  expect(await run(`: ${'x'.repeat(900_000)}`)).toMatchObject({ exit_code: -1, end: 'not_started', output: /E2BIG/ })
  expect(await run('kill -KILL $$')).toMatchObject({ exit_code: -1, end: 'signal' })
})

it('ends the whole tree at the timeout, and keeps what was printed', async () => {
  await start()
  const name = mark()
  const stubborn = `trap "" TERM; echo before; sleep ${name} & setsid sleep ${name} & (setsid sh -c "sleep ${name} & sleep ${name}" &); wait; wait`
  expect(await run(stubborn, 1)).toMatchObject({ output: 'before\n', exit_code: -1, end: 'timeout' })
  expect(processesWith(name)).toEqual([])
})

it('stops on request with the output until then', async () => {
  await start()
  const name = mark()
  exec('one', `echo started; sleep ${name}`)
  expect(await agent.server.next(ExecOutput)).toMatchObject({ task_id: 'one', data: 'started\n' })
  agent.server.send(ExecCancel, { task_id: 'one' })
  expect(await agent.server.next(TaskResult)).toMatchObject({ output: 'started\n', exit_code: -1, end: 'cancelled' })
  expect(processesWith(name)).toEqual([])
  agent.server.send(ExecCancel, { task_id: 'unknown' })
  expect(await run('echo alive')).toMatchObject({ output: 'alive\n' })
})

it('ends what a command left in the background', async () => {
  await start()
  const name = mark()
  expect(await run(`sleep ${name} & echo done`)).toMatchObject({ output: 'done\n', exit_code: 0 })
  expect(processesWith(name)).toEqual([])
})

it('sends output while it is printed', async () => {
  await start()
  exec('live', `echo one; while [ ! -e ${folder}/go ]; do sleep 0.02; done; echo two`)
  expect(await agent.server.next(ExecOutput)).toMatchObject({ task_id: 'live', data: 'one\n' })
  await run(`touch ${folder}/go`).then((first) => {
    if (first.task_id === 'live') expect(first.output).toBe('one\ntwo\n')
  })
})

it('keeps head and tail of 200 MB in little memory', async () => {
  await start()
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  const used = () => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const before = used()
  let most = before
  const look = () => {
    most = Math.max(most, used())
  }
  const looking = setInterval(look, 500)
  const { output, omitted_bytes, exit_code } = await run(
    'echo first; head -c 200000000 /dev/zero | tr "\\0" x; echo; echo last',
    120,
  )
  clearInterval(looking)
  look()
  expect(exit_code).toBe(0)
  expect(Buffer.byteLength(output)).toBeLessThan(maxOutputBytes + 100)
  expect(output).toMatch(/^first\nx/)
  expect(output).toMatch(/x\nlast\n$/)
  expect(omitted_bytes).toBe(200_000_012 - maxOutputBytes)
  expect(most - before).toBeLessThan(75_000_000)
}, 120_000)

it('cuts between characters', async () => {
  await start()
  const { output, omitted_bytes, exit_code } = await run('printf a; yes € | tr -d "\\n" | head -c 900000')
  expect(exit_code).toBe(0)
  expect(output).toMatch(/^a€+\n\[.*\]\n€+$/)
  expect(omitted_bytes).toBeGreaterThan(300_000)
})

it('fits a result of control characters into a frame', async () => {
  await start()
  const { output } = await run('head -c 1000000 /dev/zero; head -c 1000000 /dev/zero >&2')
  expect(output.length).toBeGreaterThan(100_000)
})

it('runs at most five at a time', async () => {
  await start()
  for (let nth = 1; nth <= 5; nth += 1) exec(`t${nth}`, `while [ ! -e ${folder}/go ]; do sleep 0.02; done`)
  expect(await run('true')).toMatchObject({ exit_code: -1, end: 'not_started', output: /at most 5/ })
  exec('t1', 'true')
  agent.server.send(ExecCancel, { task_id: 't3' })
  expect(await agent.server.next(TaskResult)).toMatchObject({ task_id: 't3', end: 'cancelled' })
  expect(await run(`touch ${folder}/go`)).toBeDefined()
})

it('delivers a result on the next connection', async () => {
  await start()
  exec('kept', `while [ ! -e ${folder}/go ]; do sleep 0.02; done; echo done`)
  exec('touch', `touch ${folder}/started`)
  await agent.server.next(TaskResult)
  agent.server.drop()
  await agent.server.connection(2)
  await agent.server.next(SystemInfo)
  exec('touch', `touch ${folder}/go`)
  const results = [await agent.server.next(TaskResult), await agent.server.next(TaskResult)]
  expect(results).toContainEqual(expect.objectContaining({ task_id: 'kept', output: 'done\n', exit_code: 0 }))
})

it('stops on request on the next connection', async () => {
  await start()
  const name = mark()
  exec('long', `echo started; sleep ${name}`)
  await agent.server.next(ExecOutput)
  agent.server.drop()
  await agent.server.connection(2)
  agent.server.send(ExecCancel, { task_id: 'long' })
  expect(await agent.server.next(TaskResult)).toMatchObject({ task_id: 'long', output: 'started\n', end: 'cancelled' })
  expect(processesWith(name)).toEqual([])
})

it('leaves no process when the agent stops', async () => {
  await start()
  const name = mark()
  exec('long', `trap "" TERM; echo started; sleep ${name}; sleep ${name}`)
  await agent.server.next(ExecOutput)
  await agent.close()
  await vi.waitFor(() => expect(processesWith(name)).toEqual([]), 30_000)
})

it('refuses on a host that does not allow it, without loading the plugin', async () => {
  await start([])
  exec('no', 'true')
  expect(await agent.server.next(CapabilityDenied)).toMatchObject({ msg_id: 'no', capability: 'exec' })
  expect(agent.counts.handled).toBe(0)
})
