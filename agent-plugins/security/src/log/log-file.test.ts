import { appendFileSync, copyFileSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { until } from '../../test/until.ts'
import { makeBudget } from './budget.ts'
import { type FilePosition, findLogFile, followLogFile, type LogFileOptions } from './log-file.ts'

let folder: string
let path: string
let read: string[]
let states: string[]
let skipped: number
let position: FilePosition | undefined
let file: ReturnType<typeof followLogFile> | undefined

const line = (text: string) => `Nov 24 08:00:00 host sshd[1]: ${text}\n`

function follow(more: Partial<LogFileOptions> = {}) {
  file = followLogFile({
    path,
    position,
    budget: makeBudget(1),
    pollMs: 10,
    onEntries: (entries, source) =>
      read.push(...entries.map(({ message }) => (source === 'auth_log' ? message : source))),
    onPosition(next) {
      position = next
    },
    onState: (state) => states.at(-1) !== state && states.push(state),
    onSkipped(bytes) {
      skipped += bytes
    },
    ...more,
  })
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-log-'))
  path = join(folder, 'auth.log')
  read = []
  states = []
  skipped = 0
  position = undefined
})
afterEach(async () => {
  await file?.close()
  rmSync(folder, { recursive: true })
})

it('reads what is logged after the start, line by line', async () => {
  writeFileSync(path, line('before'))
  follow()
  await until(() => states, ['reading'])
  appendFileSync(path, line('one') + line('two'))
  appendFileSync(path, line('three').slice(0, 20))
  await until(() => read, ['one', 'two'])
  appendFileSync(path, line('three').slice(20))
  await until(() => read, ['one', 'two', 'three'])
  appendFileSync(path, 'Nov 24 08:00:00 host kernel: SRC=\n')
  await until(() => read.at(-1), 'firewall_log')
})

it('continues after a restart, with the line that was not complete', async () => {
  writeFileSync(path, line('before'))
  follow()
  await until(() => states, ['reading'])
  appendFileSync(path, line('one') + line('two').slice(0, 10))
  await until(() => read, ['one'])
  await file?.close()
  appendFileSync(path, line('two').slice(10) + line('three'))
  follow()
  await until(() => read, ['one', 'two', 'three'])
})

it('follows a rotation, with what is written to the old file until it is closed', async () => {
  writeFileSync(path, line('before'))
  follow({ pollMs: 200 })
  await until(() => states, ['reading'])
  renameSync(path, `${path}.1`)
  writeFileSync(path, line('new one'))
  appendFileSync(`${path}.1`, line('late one'))
  await until(() => read, ['late one', 'new one'])
  appendFileSync(path, line('new two'))
  await until(() => read.at(-1), 'new two')
})

it('follows a rotation in which there is no file for some time', async () => {
  writeFileSync(path, line('before'))
  follow()
  await until(() => states, ['reading'])
  appendFileSync(path, line('one'))
  renameSync(path, `${path}.1`)
  await until(() => read, ['one'])
  writeFileSync(path, line('two'))
  await until(() => read, ['one', 'two'])
})

it('reads the rest of a file that was rotated while it did not run', async () => {
  writeFileSync(path, line('before'))
  follow()
  await until(() => states, ['reading'])
  await file?.close()
  appendFileSync(path, line('one'))
  renameSync(path, `${path}-20261124`)
  writeFileSync(path, line('two'))
  follow()
  await until(() => read, ['one', 'two'])
})

it('notices a truncation, also one after which the file is longer', async () => {
  writeFileSync(path, line('before'))
  follow()
  await until(() => states, ['reading'])
  appendFileSync(path, line('one'))
  await until(() => read, ['one'])
  copyFileSync(path, `${path}.1`)
  truncateSync(path)
  writeFileSync(path, line('two').repeat(5))
  await until(() => read.slice(1), ['two', 'two', 'two', 'two', 'two'])
})

it('waits for a file that does not exist, and reads all of it', async () => {
  follow()
  await until(() => states, ['missing'])
  writeFileSync(path, line('one'))
  await until(() => read, ['one'])
  await until(() => states.at(-1), 'reading')
})

it('skips the oldest part of more than it may read, but no sign-in', async () => {
  writeFileSync(path, line('before'))
  follow()
  await until(() => states, ['reading'])
  await file?.close()
  const signIn = line('Accepted password for eve from 192.0.2.1 port 1 ssh2')
  appendFileSync(path, line('x').repeat(100) + signIn + line('x').repeat(4000))
  follow({ maxBacklogBytes: 10_000, behindBytes: 1000 })
  await until(() => states.includes('behind'), true)
  await until(() => states.at(-1), 'reading')
  expect(skipped).toBeGreaterThan(100_000)
  expect(read[0]).toBe('Accepted password for eve from 192.0.2.1 port 1 ssh2')
  expect(read.slice(1).every((text) => text === 'x')).toBe(true)
  expect(read.length).toBeGreaterThan(20)
  expect(read.length).toBeLessThan(100)
})

it('a line without an end takes no memory', async () => {
  writeFileSync(path, line('before'))
  follow()
  await until(() => states, ['reading'])
  for (let i = 0; i < 20; i += 1) appendFileSync(path, 'x'.repeat(100_000))
  appendFileSync(path, `\n${line('after')}`)
  await until(() => read, ['after'])
})

it('the first file that exists is read', async () => {
  writeFileSync(path, '')
  expect(await findLogFile([join(folder, 'missing'), path])).toEqual({ path, state: 'reading' })
  expect(await findLogFile([join(folder, 'missing')])).toEqual({ state: 'missing' })
})
