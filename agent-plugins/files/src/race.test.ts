import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { makeHost, makeOperations, secret } from '../test/host.ts'
import type { OpenerKind } from './place.ts'

/** Ten minutes prove more than a test run has time for. */
const seconds = Number(process.env.SVC_FILES_RACE_SECONDS ?? 3)

/** Exchanges, as fast as it can, directories and files below the root for links that lead out of it. */
const exchange = `
import koffi from 'koffi'
const [root] = process.argv.slice(-1)
const renameat2 = koffi.load(null).func('int renameat2(int, const char *, int, const char *, unsigned int)')
const pairs = [['d', 'd-link'], ['f', 'f-link'], ['tree/sub', 'tree/link'], ['d/deep', 'd/deep-link']]
process.stdout.write('ready')
for (;;) for (const [a, b] of pairs) {
  renameat2(-100, root + '/' + a, -100, root + '/' + b, 2)
  for (let pause = Math.random() * 20000; pause > 0; pause -= 1);
}
`

const inRace = process.platform === 'linux' ? it.each(['openat2', 'walk'] as const) : it.each([] as 'walk'[])
const timeout = seconds * 2000 + 120_000

/** Lets all operations and the other process work on the same names, for so long or until the first escape. */
async function race(opener: OpenerKind, seconds: number) {
  const host = await makeHost()
  const { root, outside } = host
  const operations = makeOperations(root, host.stateDir, opener)
  const restore = () => {
    for (const name of ['d', 'd-link', 'tree', 'f', 'f-link'])
      rmSync(join(root, name), { recursive: true, force: true })
    mkdirSync(join(root, 'd/deep'), { recursive: true })
    mkdirSync(join(root, 'tree/sub/x'), { recursive: true })
    for (const name of ['f', 'd/f', 'd/deep/f', 'tree/sub/f', 'tree/sub/x/f']) writeFileSync(join(root, name), 'inside')
    for (const name of ['d-link', 'd/deep-link', 'tree/link']) symlinkSync(outside, join(root, name))
    symlinkSync(join(outside, 'f'), join(root, 'f-link'))
  }
  restore()
  const before = host.state()
  const child = spawn(process.execPath, ['--input-type=module', '-e', exchange, root], {
    cwd: new URL('..', import.meta.url),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  /** Our own preparations would follow the links. */
  const pause = async () => {
    child.kill('SIGSTOP')
    await vi.waitFor(() => expect(readFileSync(`/proc/${child.pid}/stat`, 'utf8')).toContain(') T '), { interval: 1 })
  }
  const counts = { operations: 0, succeeded: 0, refused: 0, escapes: 0 }
  const attempt = async (run: (path: string) => Promise<string>, ...names: string[]) => {
    counts.operations += 1
    try {
      const disclosed = await run(join(root, ...names))
      counts.succeeded += 1
      if (disclosed.includes(secret) || disclosed.includes('secret')) counts.escapes += 1
    } catch {
      counts.refused += 1
    }
  }
  try {
    for (const end = performance.now() + seconds * 1000; performance.now() < end && counts.escapes === 0; ) {
      for (const names of [['f'], ['d', 'f'], ['d', 'deep', 'f']]) {
        for (const run of [operations.read, operations.download, operations.stat, operations.write, operations.upload])
          await attempt(run, ...names)
      }
      for (const name of ['d', 'd/deep', 'tree/sub']) {
        await attempt(operations.list, name)
        await attempt(operations.archive, name)
        await attempt(operations.mkdir, name, 'new', 'newer')
        await attempt(operations.moveTo, name, 'f')
        await attempt(operations.moveFrom, name, 'f')
      }
      await attempt(operations.remove, 'd/deep')
      await attempt(operations.remove, 'tree')
      if (host.state().join() !== before.join()) counts.escapes += 1
      await pause()
      restore()
      child.kill('SIGCONT')
    }
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
    operations.close()
  }
  const isUnchanged = host.state().join() === before.join()
  await host.close()
  console.log(`race against links, ${opener}, ${seconds} s: ${JSON.stringify(counts)}`)
  return { ...counts, isUnchanged }
}

inRace(
  'no operation escapes while another process exchanges what it works on for links (%s)',
  { timeout },
  async (opener) => {
    const { escapes, isUnchanged, succeeded, refused } = await race(opener, seconds)
    expect([escapes, isUnchanged]).toEqual([0, true])
    expect(succeeded).toBeGreaterThan(0)
    expect(refused).toBeGreaterThan(0)
  },
)

it.runIf(process.platform === 'linux')(
  'the same race gets past an opener that checks and then uses, so it would be noticed',
  { timeout },
  async () => {
    expect((await race('path', 60)).escapes).toBeGreaterThan(0)
  },
)
