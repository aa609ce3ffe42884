import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FilesAgent, startFilesAgent } from '../test/files-agent.ts'

const kib = 1024
const canMount = process.platform === 'linux' && process.getuid?.() === 0

let root: string
let files: FilesAgent
beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'svc-full-')))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${1024 * kib}`, 'tmpfs', root])
  files = await startFilesAgent({ root_paths: [root] })
})
afterEach(async () => {
  await files.close()
  execFileSync('umount', [root])
  rmSync(root, { recursive: true })
})

/** Leaves so much room for others. */
const fill = (free: number) => writeFileSync(join(root, 'other'), Buffer.alloc(1024 * kib - free))

describe.runIf(canMount)('on a full disk', () => {
  const path = () => join(root, 'f')
  const expectUntouched = () => {
    expect(readFileSync(path(), 'utf8')).toBe('old')
    expect(readdirSync(root).sort()).toEqual(['f', 'other'])
  }

  it('an upload that does not fit is refused at once', async () => {
    writeFileSync(path(), 'old')
    fill(100 * kib)
    expect(await files.begin('u', path(), 500 * kib)).toMatchObject({
      failed: { error: 'no space left on the disk of the host', code: 'failed' },
    })
    expectUntouched()
  })

  it('an upload that somebody else takes the room from fails, and leaves what was there', async () => {
    writeFileSync(path(), 'old')
    await files.begin('u', path(), 500 * kib)
    expect((await files.chunk('u', 0, Buffer.alloc(100 * kib))).ok).toBeDefined()
    fill(200 * kib)
    expect(await files.chunk('u', 100 * kib, Buffer.alloc(400 * kib))).toMatchObject({
      failed: { error: 'no space left on the disk of the host', code: 'failed' },
    })
    expectUntouched()
  })

  it('a text that does not fit is not written, not even in part', async () => {
    writeFileSync(path(), 'old')
    fill(100 * kib)
    expect(await files.write(path(), Buffer.alloc(300 * kib, 'a'))).toBe('failed')
    expectUntouched()
  })
})
