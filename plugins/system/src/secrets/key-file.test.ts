import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { secrets, settings } from '../contract.ts'
import system from '../index.ts'
import { acceptKeyCommand } from './key-fingerprint.ts'

let dataDir: string
let kernel: TestKernel | undefined
const keyFile = () => join(dataDir, 'secret.key')
const messages = (level: 'warn' | 'error') =>
  ((kernel?.logs ?? []) as { level: string; msg: string }[])
    .filter((line) => line.level === level)
    .map(({ msg }) => msg)

async function start(): Promise<TestKernel> {
  await kernel?.close()
  kernel = await createTestKernel({ plugins: [system], dataDir })
  return kernel
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-key-'))
})
afterEach(async () => {
  await kernel?.close()
  kernel = undefined
  rmSync(dataDir, { recursive: true, force: true })
})

describe('the key file', () => {
  it('is created on the first start, readable by the owner only, and kept', async () => {
    const sealed = (await start()).service(secrets).seal('a', 'text')
    const key = readFileSync(keyFile())
    expect(key).toHaveLength(32)
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600)
    expect(readdirSync(dataDir).filter((name) => name.startsWith('secret.key'))).toEqual(['secret.key'])
    expect((await start()).service(secrets).open('a', sealed)).toBe('text')
    expect(readFileSync(keyFile())).toEqual(key)
    expect([...messages('warn'), ...messages('error')]).toEqual([])
  })

  it('is neither in the database nor in the log', async () => {
    const { database, logs } = await start()
    const key = readFileSync(keyFile())
    const stored = Buffer.concat([database.serialize(), Buffer.from(JSON.stringify(logs))])
    for (const encoding of ['hex', 'base64', 'base64url'] as const) {
      expect(stored.includes(key.toString(encoding))).toBe(false)
    }
    expect(stored.includes(key)).toBe(false)
  })

  it('gets mode 0600 when others can read it', async () => {
    await start()
    chmodSync(keyFile(), 0o644)
    await start()
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600)
    expect(messages('warn')).toEqual([
      expect.stringContaining('was accessible to other users (mode 0644); it is now 0600'),
    ])
  })

  it.each([
    ['is too short', () => writeFileSync(keyFile(), Buffer.alloc(31)), '31 bytes instead of 32'],
    ['is too long', () => writeFileSync(keyFile(), Buffer.alloc(33)), '33 bytes instead of 32'],
    ['is empty', () => writeFileSync(keyFile(), ''), '0 bytes instead of 32'],
    ['is a folder', () => mkdirSync(keyFile()), 'not a regular file'],
  ])('fails the start when it %s', async (_, spoil, why) => {
    spoil()
    await expect(start()).rejects.toThrow(`the key file ${keyFile()} cannot be used (${why}); restore it from a backup`)
  })

  it('is the same for processes that create it concurrently', async () => {
    const module = new URL('./key-file.ts', import.meta.url).href
    const script = `
      const { loadKey } = await import(process.argv[1])
      while (Date.now() < Number(process.argv[2]));
      console.log(loadKey(process.argv[3], { warn() {} }).key.toString('hex'))`
    const at = String(Date.now() + 1500)
    const once = () =>
      new Promise<string>((resolve, reject) => {
        const run = ['--conditions=svc-source', '--input-type=module', '-e', script, module, at, dataDir]
        const child = spawn(process.execPath, run, { stdio: ['ignore', 'pipe', 'inherit'] })
        let out = ''
        child.stdout.on('data', (chunk) => {
          out += chunk
        })
        child.on('error', reject)
        child.on('close', () => resolve(out.trim()))
      })
    const keys = await Promise.all([once(), once(), once(), once()])
    expect(new Set(keys)).toEqual(new Set([readFileSync(keyFile()).toString('hex')]))
  })
})

describe('a key that does not match the database', () => {
  const consequences = 'cannot be decrypted; restore the previous secret.key'

  it('is logged at each start until the previous key is restored', async () => {
    const sealed = (await start()).service(secrets).seal('a', 'text')
    const former = readFileSync(keyFile())
    rmSync(keyFile())
    expect((await start()).service(secrets).open('a', sealed)).toBeUndefined()
    expect(messages('error')).toEqual([expect.stringContaining('secret.key was missing and a new one was created')])
    await start()
    expect(messages('error')).toEqual([expect.stringContaining('secret.key is not the key of this database')])
    expect(messages('error')[0]).toContain(consequences)
    writeFileSync(keyFile(), former)
    expect((await start()).service(secrets).open('a', sealed)).toBe('text')
    expect(messages('error')).toEqual([])
  })

  it('can be accepted', async () => {
    await start()
    rmSync(keyFile())
    const values = (await start()).service(settings)
    const { run } = acceptKeyCommand(readFileSync(keyFile()), values)
    expect(await run({})).toContain('accepted')
    expect(await run({})).toContain('nothing changed')
    await start()
    expect(messages('error')).toEqual([])
  })
})
