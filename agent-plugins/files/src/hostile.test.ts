import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeHost, makeOperations, secret } from '../test/host.ts'
import { toRefusal } from './refusal.ts'

type Host = Awaited<ReturnType<typeof makeHost>>
let host: Host
beforeEach(async () => {
  host = await makeHost()
})
afterEach(() => host.close())

const dots = [
  '..',
  '../',
  './..',
  '.././..',
  '..//..',
  'd/..',
  'd/../..',
  'none/../..',
  'none/none/../../..',
  'out/..',
  'f/..',
]
const encoded = [
  '%2e%2e',
  '..%2f',
  '%2e%2e%2f',
  '..%5c',
  '..\\',
  '..\\..',
  '%252e%252e',
  '..%c0%af',
  '\u2025',
  '\uff0e\uff0e',
  '．．／',
  '..;',
]
const tails = ['outside/secret', 'outside/new', 'root-twin/f']
const links = [
  'out',
  'out-absolute',
  'out-again',
  'slash',
  'up',
  'magic',
  'cwd',
  'stdin',
  'environ',
  'zero',
  'loop-a',
  'loop-b',
  'out-file',
  'out-winding',
  'dangling-out',
  'dangling-absolute',
]
const throughLinks = links.flatMap((link) => [`${link}/secret`, `${link}/new/deep`, `d/../${link}/secret`])
const blocked = [
  'server.key',
  'SERVER.KEY',
  'server.Key',
  'new.pem',
  'id_rsa',
  'ID_RSA',
  'id_rsa.pub',
  '.env',
  '.ENV',
  '.env.local',
  'passwd',
  'Passwd',
  'shadow',
  '.env.d',
  '.env.d/ok',
  'd/passwd/ok',
  'd/passwd/new',
  'x.KEY/deep/ok',
  'x.key/new',
  'ok-directory/ok',
  'pass\u200bwd',
  'ｐasswd',
  'ſhadow',
  'SHADOW/x',
  'd/.env.d/x/y',
  'a.pem/b.txt',
]
const special = ['fifo', 'socket', 'zero-device']

/** Paths that no operation may accept. */
function refusedPaths({ root, outside }: Host): string[] {
  const below = (names: string[]) => names.map((name) => `${root}/${name}`)
  return [
    ...below(dots.flatMap((dot) => tails.map((tail) => `${dot}/${tail}`))),
    ...below([...throughLinks, ...blocked]),
    outside,
    `${outside}/secret`,
    `${outside}/new`,
    `${root}-twin/f`,
    `${root}-twin`,
    `${root}/../root/f`,
    '',
    '.',
    '..',
    '/',
    '//',
    '/..',
    'f',
    'root/f',
    './f',
    '~',
    '~/f',
    '/etc/passwd',
    '/etc',
    '/proc/self/root/etc/hostname',
    '/dev/zero',
    '/proc/self/fd/0',
    '/proc/self/environ',
    `/proc/self/root${outside}/secret`,
    `/proc/self/cwd/package.json`,
    `${root}/f\0`,
    `${root}/f\0.txt`,
    `\0`,
    `${root}/\0/../../outside/secret`,
    `${root}/\ud800`,
    `${root}/${'n'.repeat(256)}`,
    `${root}/${'d/'.repeat(3000)}f`,
    `file://${root}/f`,
    `C:\\Windows`,
    `\\\\host\\share`,
  ]
}

describe.each(process.platform === 'linux' ? (['openat2', 'walk', 'path'] as const) : (['path'] as const))(
  '%s',
  (opener) => {
    it('no operation accepts a hostile path, or changes or discloses what is outside', async () => {
      const operations = makeOperations(host.root, host.stateDir, opener)
      const { read, stat, list, download, archive, write, upload, mkdir, moveTo, moveFrom, remove } = operations
      const before = host.state()
      const below = (names: string[]) => names.map((name) => join(host.root, name))
      const spelled = encoded.flatMap((dot) => tails.map((tail) => `${host.root}/${dot}/${tail}`))
      const leading = below([...links, 'ok-link', 'ok-directory'])
      const paths = [...new Set([...refusedPaths(host), ...spelled, ...leading])]
      const wrong: string[] = []
      const counts = { paths: paths.length, operations: 0, escapes: 0 }
      for (const path of paths) {
        const reading = { read, stat, list, download, archive }
        const writing = { write, upload, mkdir }
        // What is no other spelling of `..` may be created, and a link itself may be moved and deleted.
        const all = spelled.includes(path)
          ? reading
          : leading.includes(path)
            ? { ...reading, ...writing }
            : { ...reading, ...writing, moveTo, moveFrom, remove }
        for (const [name, run] of Object.entries(all)) {
          counts.operations += 1
          // Above a root, a list leads to the roots.
          if (name === 'list' && ['/', '//'].includes(path)) continue
          try {
            const disclosed = await run(path)
            wrong.push(`${name} ${path}`)
            if (disclosed.includes(secret)) counts.escapes += 1
          } catch (error) {
            expect(toRefusal(error), `${name} ${path}`).toMatchObject({ code: expect.any(String) })
          }
        }
      }
      if (host.state().join() !== before.join()) counts.escapes += 1
      console.log(`hostile paths, ${opener}: ${JSON.stringify(counts)}`)
      expect(host.state()).toEqual(before)
      expect(wrong).toEqual([])
      operations.close()
    })

    it('links themselves can be moved and deleted, without what they lead to', async () => {
      const operations = makeOperations(host.root, host.stateDir, opener)
      const before = host.state()
      for (const link of links) {
        await operations.moveFrom(join(host.root, link))
        await operations.remove(join(host.root, 'moved'))
      }
      expect(host.state()).toEqual(before)
      operations.close()
    })

    it('devices, sockets and pipes are listed, never opened or replaced', async () => {
      const operations = makeOperations(host.root, host.stateDir, opener)
      const there = readdirSync(host.root).filter((name) => special.includes(name))
      const { read, download, write, upload, moveTo } = operations
      for (const name of there) {
        for (const run of [read, download, write, upload, moveTo])
          await expect(run(join(host.root, name)), `${run.name} ${name}`).rejects.toThrow()
      }
      expect(there.length).toBeGreaterThan(1)
      expect(readdirSync(host.root)).toEqual(expect.arrayContaining(there))
      operations.close()
    })
  },
)

it('files of the kernel are not read, not even with the root directory as a root', async () => {
  const operations = makeOperations('/', host.stateDir)
  for (const path of [
    '/proc/kmsg',
    '/proc/self/environ',
    '/proc/self/mem',
    '/sys/kernel/mm/transparent_hugepage/enabled',
  ])
    await expect(operations.read(path), path).rejects.toThrow()
  await expect(operations.read('/etc/passwd')).rejects.toMatchObject({ code: 'denied' })
  expect(await operations.read(join(host.root, 'f'))).toBe('inside')
  operations.close()
})

it('names that are not Unicode are listed, archived and deleted with their directory', async () => {
  const operations = makeOperations(host.root, host.stateDir)
  mkdirSync(join(host.root, 'bytes'))
  writeFileSync(Buffer.concat([Buffer.from(join(host.root, 'bytes/')), Buffer.from([0x66, 0xff, 0x0a])]), 'x')
  expect(await operations.list(join(host.root, 'bytes'))).toContain('f\ufffd')
  expect(await operations.archive(join(host.root, 'bytes'))).toContain('bytes/f\u00ff\n')
  await operations.remove(join(host.root, 'bytes'))
  expect(readdirSync(host.root)).not.toContain('bytes')
  operations.close()
})

it('directories deeper than a path can be are deleted', async () => {
  const operations = makeOperations(host.root, host.stateDir)
  execFileSync(
    'python3',
    [
      '-c',
      `import os
for i in range(400):
  os.mkdir('n' * 20)
  os.chdir('n' * 20)`,
    ],
    { cwd: join(host.root, 'd') },
  )
  await operations.remove(join(host.root, 'd', 'n'.repeat(20)))
  expect(readdirSync(join(host.root, 'd'))).not.toContain('n'.repeat(20))
  operations.close()
})

const canMount = (() => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = mkdtempSync(join(tmpdir(), 'svc-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder])
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})()

it.runIf(canMount)('a full disk leaves nothing, and nothing is deleted across a mount point', async () => {
  const operations = makeOperations(host.root, host.stateDir)
  const small = join(host.root, 'mounted', 'small')
  mkdirSync(small, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', small])
  try {
    writeFileSync(join(small, 'kept'), 'old')
    writeFileSync(join(small, 'filler'), Buffer.alloc(60_000))
    await expect(
      operations.write(join(small, 'kept')).catch((error) => Promise.reject(toRefusal(error))),
    ).rejects.toThrow('no space left on the disk of the host')
    expect(readdirSync(small).sort()).toEqual(['filler', 'kept'])
    expect(readdirSync(join(host.stateDir, 'files-unfinished'))).toEqual([])
    expect(await operations.read(join(small, 'kept'))).toBe('old')
    await expect(operations.remove(join(host.root, 'mounted'))).rejects.toThrow('mount point')
    expect(readdirSync(small).sort()).toEqual(['filler', 'kept'])
  } finally {
    execFileSync('umount', [small])
    operations.close()
  }
})
