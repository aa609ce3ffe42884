import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { capabilities } from '@svc/protocol'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { grantFile, readGrants, writeGrants } from './grant-file.ts'
import type { GrantRecord } from './grant-record.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-grants-'))
  path = grantFile(folder)
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

const terminal: GrantRecord = {
  cap: 'terminal',
  granted_at: 1_000,
  expires_at: 2_000,
  granted_by: 'ada',
  reason: 'why',
}
const only = (record: GrantRecord) => new Map([[record.cap, record]])
const put = (text: string, mode = 0o600) => {
  writeFileSync(path, text)
  chmodSync(path, mode)
}
const stored = (grants: object[], version: unknown = 1) => JSON.stringify({ version, grants })

describe('the grant file', () => {
  it('is readable by its owner only and read back', async () => {
    await writeGrants(folder, only(terminal))
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['capability_grants.json'])
    expect(await readGrants(folder)).toEqual({ grants: only(terminal) })
  })

  it('has the specified format, one grant per capability', async () => {
    await writeGrants(
      folder,
      new Map([
        ['exec', { ...terminal, cap: 'exec' }],
        ['terminal', terminal],
      ] as const),
    )
    const { grants } = await readGrants(folder)
    expect([...grants.keys()]).toEqual(['terminal', 'exec'])
    put(stored([terminal, { ...terminal, expires_at: 3_000 }]))
    expect((await readGrants(folder)).grants.get('terminal')?.expires_at).toBe(3_000)
  })

  it('means no grants if it is missing, without an error', async () => {
    expect(await readGrants(folder)).toEqual({ grants: new Map() })
    expect(await readGrants(join(folder, 'nowhere'))).toEqual({ grants: new Map() })
  })

  it.each<[string, string, string | RegExp]>([
    ['empty', '', 'it is not valid JSON'],
    ['cut off', stored([terminal]).slice(0, -3), 'it is not valid JSON'],
    ['a list', '[]', /invalid at \//],
    ['of a newer version', stored([], 2), 'it has version 2, but this agent supports version 1'],
    ['without a version', '{"grants":[]}', 'it is invalid at /version'],
    ['a fraction of a second', stored([{ ...terminal, expires_at: 1.5 }]), 'it is invalid at /grants/0/expires_at'],
    ['beyond all time', stored([{ ...terminal, expires_at: 1e300 }]), 'it is invalid at /grants/0/expires_at'],
    ['text as time', stored([{ ...terminal, granted_at: '1' }]), 'it is invalid at /grants/0/granted_at'],
    ['without who', stored([{ ...terminal, granted_by: undefined }]), 'it is invalid at /grants/0/granted_by'],
    ['endless', stored(Array.from({ length: 101 }, () => terminal)), 'it is invalid at /grants'],
    ['huge', `${stored([terminal])}${' '.repeat(70_000)}`, 'it is larger than 65536 bytes'],
  ])('%s is ignored', async (_, text, error) => {
    put(text)
    expect(await readGrants(folder)).toEqual({
      grants: new Map(),
      error: typeof error === 'string' ? error : expect.stringMatching(error),
    })
  })

  it('is ignored if others may write to it', async () => {
    for (const mode of [0o620, 0o602]) {
      put(stored([terminal]), mode)
      expect(await readGrants(folder)).toMatchObject({ error: 'it is writable by its group or by others' })
    }
  })

  it('is ignored if another user than root or the one of the agent wrote it', async () => {
    put(stored([terminal]))
    if (process.getuid?.() === 0) chownSync(path, 4242, 4242)
    else vi.spyOn(process, 'getuid').mockReturnValue(4242)
    const { uid } = statSync(path)
    expect(await readGrants(folder)).toMatchObject({ error: `it belongs to another user (uid ${uid})` })
    expect(await readGrants(folder, uid)).toEqual({ grants: only(terminal) })
  })

  it('is neither followed if it is a symbolic link nor waited for if it is a pipe or a folder', async () => {
    const elsewhere = join(folder, 'elsewhere.json')
    writeFileSync(elsewhere, stored([terminal]), { mode: 0o600 })
    symlinkSync(elsewhere, path)
    expect(await readGrants(folder)).toEqual({ grants: new Map(), error: 'it is a symbolic link' })
    rmSync(path)
    execFileSync('mkfifo', ['-m', '600', path])
    expect(await readGrants(folder)).toMatchObject({ error: 'it is not a regular file' })
    rmSync(path)
    mkdirSync(path)
    expect(await readGrants(folder)).toMatchObject({ error: 'it is not a regular file' })
  })

  it('skips unknown capabilities and sanitizes text to a single line', async () => {
    put(
      stored([
        { ...terminal, cap: 'fly' },
        { ...terminal, granted_by: 'a\u001b[31mda', reason: 'one\r\n\u202etwo' },
      ]),
    )
    const { grants } = await readGrants(folder)
    expect([...grants.values()]).toEqual([{ ...terminal, granted_by: 'a [31mda', reason: 'one two' }])
  })

  it('never makes the agent fail, whatever its content', async () => {
    const anything = fc.oneof(
      fc.string(),
      fc.json(),
      fc.array(fc.dictionary(fc.string(), fc.jsonValue())).map((all) => stored(all)),
    )
    await fc.assert(
      fc.asyncProperty(anything, async (text) => {
        put(text)
        for (const cap of (await readGrants(folder)).grants.keys()) expect(capabilities).toContain(cap)
      }),
      { numRuns: 60 },
    )
  })
})
