import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readGrants, writeGrants } from './grant-file.ts'
import { withGrantLock } from './grant-lock.ts'
import type { GrantRecord } from './grant-record.ts'
import { hasEnded, startTimeOf } from './process-identity.ts'

const lock = new URL('grant-lock.ts', import.meta.url).href

/** Acquires and releases the lock the given number of times and logs when. Without a number it never releases. */
const source = `
import { appendFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
const [folder, name] = process.argv.slice(1)
const note = (sign) => appendFileSync(folder + '/notes', sign + name + '\\n')
const { withGrantLock } = await import('${lock}')
const once = (work) => withGrantLock(folder, work).catch((error) => {
  // longer than the default timeout, for a busy machine
  if (!/another command/.test(error.message)) throw error
  return once(work)
})
process.on('message', async (rounds) => {
  for (let round = 0; round < rounds; round++) {
    await once(async () => {
      note('+')
      await pause(Math.random() * 3)
      note('-')
    })
  }
  if (rounds === 0) await once(() => { note('+'); return new Promise(() => {}) })
  else process.disconnect()
})
process.send('ready')
`

let folder: string
let children: ChildProcess[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-lock-'))
  children = []
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await Promise.all(children.map(ended))
  rmSync(folder, { recursive: true, force: true })
})

const ended = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? child.exitCode
    : new Promise((resolve) => child.on('exit', (code) => resolve(code)))

async function start(name: string): Promise<ChildProcess> {
  const flags = ['--conditions', 'svc-source', '--input-type', 'module', '--eval', source, '--']
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const
  const child = spawn(process.execPath, [...flags, folder, name], { stdio: [...stdio] })
  children.push(child)
  await new Promise((resolve) => child.on('message', resolve))
  return child
}
const notes = () => readFileSync(join(folder, 'notes'), 'utf8').trim().split('\n')
const marks = () => readdirSync(folder).filter((name) => name.includes('.lock'))

/** A process that has the lock and keeps it. */
async function holder() {
  const child = await start('holder')
  child.send(0)
  await vi.waitFor(() => expect(notes()).toEqual(['+holder']), 30_000)
  return child
}

describe('concurrent commands', { timeout: 120_000 }, () => {
  it('lose nothing', async () => {
    const record = { granted_at: 1_000, expires_at: 2_000, granted_by: 'ada' }
    const add = (cap: GrantRecord['cap']) =>
      withGrantLock(folder, async () => {
        const { grants } = await readGrants(folder)
        await writeGrants(folder, new Map([...grants, [cap, { ...record, cap }]]))
      })
    await Promise.all((['terminal', 'exec', 'file', 'docker'] as const).map(add))
    expect([...(await readGrants(folder)).grants.keys()]).toEqual(['terminal', 'exec', 'file', 'docker'])
    expect(readdirSync(folder)).toEqual(['capability_grants.json'])
  })

  it('run one after the other, even with a stale lock', async () => {
    const others = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(start))
    const killed = await holder()
    killed.kill('SIGKILL')
    await ended(killed)
    expect(marks()).toHaveLength(1)
    rmSync(join(folder, 'notes'))
    for (const child of others) child.send(25)
    expect(await Promise.all(others.map(ended))).toEqual([0, 0, 0, 0, 0])
    const seen = notes()
    expect(seen).toHaveLength(250)
    for (let at = 0; at < seen.length; at += 2) expect(seen[at + 1]).toBe(seen[at]?.replace('+', '-'))
    expect(marks()).toEqual([])
  })

  it('wait for a suspended process and then time out', async () => {
    const stopped = await holder()
    stopped.kill('SIGSTOP')
    const [mark = ''] = marks()
    utimesSync(join(folder, mark), 1, 1)
    const changes = vi.fn()
    await expect(withGrantLock(folder, changes)).rejects.toThrow(`if not, remove ${join(folder, mark)}`)
    expect(changes).not.toHaveBeenCalled()
    expect(marks()).toEqual([mark])
  })

  it('do not wait for a process whose pid was reused', async () => {
    const [namespace] = /(?<=lock\.)\d*/.exec((await withGrantLock(folder, async () => marks())).join()) ?? []
    const nonce = '00000000-0000-4000-8000-000000000000'
    writeFileSync(join(folder, `capability_grants.lock.${namespace}.${process.pid}.1.${nonce}`), '')
    await expect(withGrantLock(folder, async () => 'done')).resolves.toBe('done')
    expect(marks()).toEqual([])
  })

  it('respect locks of other containers', async () => {
    const mark = 'capability_grants.lock.1.999999999.1.00000000-0000-4000-8000-000000000000'
    writeFileSync(join(folder, mark), '')
    await expect(withGrantLock(folder, async () => 'done')).rejects.toThrow(mark)
  })

  it('remove the lock when the change fails', async () => {
    await expect(withGrantLock(folder, () => Promise.reject(new Error('no space')))).rejects.toThrow('no space')
    expect(marks()).toEqual([])
  })
})

describe('hasEnded', () => {
  it('compares pid and start time', () => {
    expect(hasEnded(process.pid, startTimeOf(process.pid))).toBe(false)
    expect(hasEnded(999_999_999, null)).toBe(true)
  })

  it('treats zombies as ended', async () => {
    const shell = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(shell)
    const pid = await new Promise<number>((resolve) => shell.stdout?.on('data', (data) => resolve(Number(data))))
    const began = startTimeOf(pid)
    await vi.waitFor(() => expect(hasEnded(pid, began)).toBe(true), 10_000)
  })
})
