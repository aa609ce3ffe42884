import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestAgent, type TestAgent } from '@svc/agent/testing'
import { Figures, SystemInfo } from '@svc/protocol'
import { afterEach, beforeEach, expect, it } from 'vitest'
import plugin from './index.ts'
import { maxBytes } from './read-source.ts'

let agent: TestAgent | undefined
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-figures-'))
})
afterEach(async () => {
  await agent?.close()
  agent = undefined
  rmSync(folder, { recursive: true, force: true })
})

const run = async (collectors: readonly object[], deny: readonly string[] = []): Promise<TestAgent> => {
  agent = await createTestAgent({
    plugins: [{ plugin, capabilities: ['figures'] }],
    config: { figures: { collectors } },
    deny,
  })
  return agent
}
const start = (...collectors: object[]) => run(collectors)
const warnings = (lines: TestAgent['lines']) => lines.filter(({ message }) => message === 'collector failed')
async function reasonOf({ lines }: TestAgent): Promise<unknown> {
  await expect.poll(() => warnings(lines)).toHaveLength(1)
  return warnings(lines)[0]?.fields.reason
}
const sh = (script: string) => ['/bin/sh', '-c', script]

it('reports numbers of files and commands', async () => {
  const file = join(folder, 'depth')
  writeFileSync(file, '7\n')
  const { server } = await start(
    { name: 'depth', file, unit: 'jobs' },
    { name: 'free', file: '/proc/meminfo', parser: 'key', select: 'MemFree' },
    { name: 'done', command: sh('echo done=12'), parser: 'key', select: 'done', kind: 'counter' },
  )
  expect((await server.next(SystemInfo)).features).toEqual(['figures'])
  const received = [await server.next(Figures), await server.next(Figures), await server.next(Figures)]
  const found = received.flatMap(({ figures }) => figures).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  expect(found).toEqual([
    { name: 'depth', unit: 'jobs', kind: 'gauge', value: 7 },
    { name: 'done', unit: '', kind: 'counter', value: 12 },
    { name: 'free', unit: '', kind: 'gauge', value: expect.any(Number) },
  ])
})

it('gives a command nothing of the agent: no input, no environment', async () => {
  process.env.SVC_SECRET_OF_TEST = 'x'
  const { server } = await start({ name: 'n', command: sh('cat; env | grep -c SVC_ || true') })
  expect((await server.next(Figures)).figures).toMatchObject([{ value: 0 }])
  delete process.env.SVC_SECRET_OF_TEST
})

it('ends a command and all it started at the timeout', async () => {
  const pid = join(folder, 'pid')
  const command = sh(`sleep 300 & echo $! > ${pid}; wait`)
  expect(await reasonOf(await start({ name: 'n', command, timeout: 1 }))).toBe('no result within 1 s')
  const status = `/proc/${readFileSync(pid, 'utf8').trim()}/status`
  const isRunning = () => existsSync(status) && !/State:\tZ/.test(readFileSync(status, 'utf8'))
  await expect.poll(isRunning).toBe(false)
})

it.each([
  ['a program that is missing', { command: ['/nowhere'] }, 'spawn /nowhere ENOENT'],
  ['a program that fails', { command: sh('echo broken >&2; exit 3') }, 'it ended with exit code 3: broken'],
  ['too much output', { command: sh('yes') }, 'it printed more than 256 KiB'],
  ['a large file', { file: 'large' }, 'it is larger than 256 KiB'],
  ['a missing file', { file: '/nowhere' }, /ENOENT/],
  ['text without a number', { command: ['/bin/echo', 'many'] }, 'the text is not a number: "many"'],
])('logs once why a collector fails: %s', async (_, source, reason) => {
  const large = join(folder, 'large')
  writeFileSync(large, Buffer.alloc(maxBytes + 1))
  const file = 'file' in source && source.file === 'large' ? { file: large } : {}
  expect(await reasonOf(await start({ name: 'n', ...source, ...file }))).toMatch(reason)
})

it.each([
  [{ name: 'n' }, 'figures.collectors: n: set either file or command'],
  [{ name: 'n', file: 'a', command: ['b'] }, 'figures.collectors: n: set either file or command'],
  [{ name: 'n', file: 'a', parser: 'json' }, 'figures.collectors: n: the parser json needs select'],
  [{ name: 'n', file: 'a', interval: 5 }, 'figures.collectors: n: timeout must be at most interval (5 s)'],
])('does not run with an invalid collector: %o', async (collector, reason) => {
  const { lines } = await start(collector)
  expect(lines).toContainEqual({
    level: 'error',
    message: 'agent plugin failed',
    fields: { plugin: 'figures', reason },
  })
})

it('stops the agent for what the schema does not allow', async () => {
  await expect(start({ name: 'Fan', file: 'a' })).rejects.toThrow(
    'every item of figures.collectors in the test must be',
  )
})

it('reads nothing on a host that denies it', async () => {
  const trace = join(folder, 'trace')
  const { server } = await run([{ name: 'depth', command: sh(`echo 1 | tee ${trace}`) }], ['figures'])
  expect(await server.next(SystemInfo)).toMatchObject({ features: [], agent_local_capabilities: 0 })
  expect(existsSync(trace)).toBe(false)
})
