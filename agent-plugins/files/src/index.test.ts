import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestAgent } from '@svc/agent/testing'
import {
  FileDownloadCancel,
  FileDownloadChunk,
  FileDownloadReady,
  FileDownloadStart,
  FileListResult,
  FileUploadCancel,
} from '@svc/plugin-files/wire'
import { SystemInfo } from '@svc/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FilesAgent, startFilesAgent } from '../test/files-agent.ts'
import plugin from './index.ts'

let top: string
let root: string
let files: FilesAgent
beforeEach(async () => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'svc-files-')))
  root = join(top, 'root')
  mkdirSync(root)
  files = await startFilesAgent({ root_paths: [root], max_file_size: 2_000_000 })
})
afterEach(async () => {
  await files.close()
  rmSync(top, { recursive: true, force: true })
})
const path = (...names: string[]) => join(root, ...names)
const put = (name: string, content: string | Buffer = 'content', mode = 0o644) => {
  writeFileSync(path(name), content)
  chmodSync(path(name), mode)
  return path(name)
}
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const names = async (directory = root) => (await files.list(directory)).entries.map(({ name }) => name)

describe('the capability', () => {
  const reported = async (file: object) => {
    const agent = await createTestAgent({
      plugins: [{ plugin, capabilities: ['file'] }],
      allow: ['file'],
      config: { file },
    })
    const { agent_local_capabilities, features } = await agent.server.next(SystemInfo)
    await agent.close()
    return [agent_local_capabilities, features]
  }

  it('is not reported when the subsystem is disabled, or has no roots', async () => {
    expect(await reported({})).toEqual([0, []])
    expect(await reported({ enabled: true })).toEqual([0, []])
    expect(await reported({ enabled: true, root_paths: ['relative'] })).toEqual([0, []])
    expect(await reported({ enabled: false, root_paths: [root] })).toEqual([0, []])
    expect(await reported({ enabled: true, root_paths: [root] })).toEqual([64, ['file_extras']])
  })
})

describe('a list', () => {
  it('has directories first, then names without regard to case, with their metadata', async () => {
    put('b.txt', '12345', 0o640)
    put('A.txt', '', 0o4755)
    mkdirSync(path('z'))
    symlinkSync('b.txt', path('link'))
    put('server.key')
    const { entries, total, error } = await files.list(root)
    expect(error).toBeNull()
    expect(total).toBe(5)
    expect(entries.map(({ name }) => name)).toEqual(['z', 'A.txt', 'b.txt', 'link', 'server.key'])
    expect(entries[2]).toEqual({
      name: 'b.txt',
      path: path('b.txt'),
      file_type: 'File',
      size: 5,
      modified: Math.floor(statSync(path('b.txt')).mtimeMs / 1000),
      permissions: 'rw-r-----',
      owner: 'root',
      group: 'root',
    })
    expect(entries[1]?.permissions).toBe('rwsr-xr-x')
    expect(entries[3]).toMatchObject({ file_type: 'Symlink', target: 'b.txt' })
    expect(entries[4]).toMatchObject({ denied: true })
  })

  it('comes in parts that fit into a frame', async () => {
    mkdirSync(path('many'))
    for (let index = 0; index < 12_000; index += 1) writeFileSync(path('many', `file-${index}`), '')
    const found = new Set<string>()
    for (;;) {
      const { entries, total } = await files.list(path('many'), { offset: found.size })
      for (const { name } of entries) found.add(name)
      expect(total).toBe(12_000)
      expect(entries.length).toBeGreaterThan(0)
      if (found.size === total) break
    }
    expect((await files.list(path('many'), { offset: 11_999, limit: 5 })).entries).toHaveLength(1)
  })

  it('above the roots leads to them', async () => {
    expect((await files.list('/')).entries).toMatchObject([{ name: root, path: root, file_type: 'Directory' }])
    expect((await files.list(top)).entries).toMatchObject([{ name: root, path: root }])
    expect(await files.list('/etc')).toMatchObject({ entries: [], code: 'denied' })
    expect(await files.stat(top)).toMatchObject({ entry: null, code: 'denied' })
  })
})

describe('reading and writing', () => {
  it('follows links below the root, relative and absolute', async () => {
    mkdirSync(path('releases', '5'), { recursive: true })
    writeFileSync(path('releases', '5', 'app'), 'five')
    symlinkSync(path('releases', '5'), path('current'))
    symlinkSync('releases/5/app', path('app'))
    for (const name of ['current/app', 'app']) {
      const { content, sha256: hash } = await files.read(path(name))
      expect(Buffer.from(content ?? '', 'base64').toString()).toBe('five')
      expect(hash).toBe(sha256('five'))
    }
    expect((await files.stat(path('app'))).entry).toMatchObject({ file_type: 'File', path: path('releases/5/app') })
    expect(await files.write(path('app'), 'six')).toBe('ok')
    expect(lstatSync(path('app')).isSymbolicLink()).toBe(true)
    expect(readFileSync(path('releases/5/app'), 'utf8')).toBe('six')
  })

  it('keeps mode, owner, group and access control list', async () => {
    put('a.txt', 'old', 0o6751)
    chownSync(path('a.txt'), 1234, 5678)
    chmodSync(path('a.txt'), 0o6751)
    execFileSync('python3', ['-c', setAcl, path('a.txt')])
    const before = execFileSync('python3', ['-c', getAttributes, path('a.txt')]).toString()
    expect(before).toContain('posix_acl_access')
    expect(await files.write(path('a.txt'), 'new', sha256('old'))).toBe('ok')
    const { mode, uid, gid } = statSync(path('a.txt'))
    expect([mode & 0o7777, uid, gid]).toEqual([0o6751, 1234, 5678])
    expect(execFileSync('python3', ['-c', getAttributes, path('a.txt')]).toString()).toBe(before)
    expect(readFileSync(path('a.txt'), 'utf8')).toBe('new')
    expect(readdirSync(root)).toEqual(['a.txt'])
  })

  it('creates a file, and replaces only the version that is expected', async () => {
    expect(await files.write(path('new'), 'one', '')).toBe('ok')
    expect(await files.write(path('new'), 'two', '')).toBe('conflict')
    expect(await files.write(path('new'), 'two', sha256('other'))).toBe('conflict')
    expect(await files.write(path('new'), 'two', sha256('one'))).toBe('ok')
    expect(await files.write(path('gone'), 'two', sha256('one'))).toBe('conflict')
    expect(await files.writeRaw(path('new'), 'no base64!')).toBe('invalid')
    expect(readFileSync(path('new'), 'utf8')).toBe('two')
    expect(readdirSync(root)).toEqual(['new'])
  })

  it('serves nothing above the limit', async () => {
    put('large', Buffer.alloc(2_000_001))
    expect(await files.read(path('large'))).toMatchObject({ content: null, code: 'failed' })
    expect(await files.download(path('large'))).toMatchObject({ code: 'failed' })
    expect(await files.begin('u', path('up'), 2_000_001)).toMatchObject({ failed: { code: 'failed' } })
    put('medium', Buffer.alloc(400_000))
    expect(await files.read(path('medium'))).toMatchObject({ content: null, code: 'failed' })
  })

  it('writes next to a name of 255 bytes, and names with line breaks', async () => {
    for (const name of ['n'.repeat(255), 'a\r\nb']) {
      expect(await files.write(path(name), 'x')).toBe('ok')
      expect(await files.upload(path(name), 'y')).toBe('ok')
      expect(readFileSync(path(name), 'utf8')).toBe('y')
      expect(await names()).toContain(name)
    }
  })
})

describe('changes', () => {
  it('delete links instead of what they lead to, and directories only if that is wanted', async () => {
    put('a')
    symlinkSync('a', path('link'))
    mkdirSync(path('d', 'e', 'f'), { recursive: true })
    writeFileSync(path('d', 'e', 'x'), '')
    symlinkSync(top, path('d', 'out'))
    writeFileSync(join(top, 'outside'), 'kept')
    expect(await files.remove(path('link'))).toBe('ok')
    expect(existsSync(path('a'))).toBe(true)
    expect(await files.remove(path('d'))).toBe('failed')
    expect(await files.remove(path('d'), true)).toBe('ok')
    expect(readdirSync(root)).toEqual(['a'])
    expect(existsSync(join(top, 'outside'))).toBe(true)
    expect(await files.remove(path('nothing'))).toBe('not_found')
    expect(await files.remove(root, true)).toBe('denied')
    expect(await files.remove(top, true)).toBe('denied')
  })

  it('delete nothing of a directory with a blocked name', async () => {
    mkdirSync(path('d', 'e'), { recursive: true })
    writeFileSync(path('d', 'a'), '')
    writeFileSync(path('d', 'e', 'id_rsa'), '')
    expect(await files.remove(path('d'), true)).toBe('denied')
    expect(readdirSync(path('d'))).toEqual(['a', 'e'])
  })

  it('create missing directories', async () => {
    expect(await files.mkdir(path('a/b/c'))).toBe('ok')
    expect(await files.mkdir(path('a/b/c'))).toBe('ok')
    expect(statSync(path('a/b/c')).isDirectory()).toBe(true)
    put('file')
    expect(await files.mkdir(path('file'))).toBe('conflict')
    expect(await files.mkdir(path('file/x'))).toBe('failed')
    expect(await files.mkdir(path('a/.env.d/c'))).toBe('denied')
  })

  it('move, and replace only if that is wanted', async () => {
    put('a', 'a')
    put('b', 'b')
    mkdirSync(path('d'))
    expect(await files.move(path('a'), path('b'), false)).toBe('conflict')
    expect(await files.move(path('a'), path('d'), true)).toBe('conflict')
    expect(await files.move(path('a'), path('b'), true)).toBe('ok')
    expect(readFileSync(path('b'), 'utf8')).toBe('a')
    expect(await files.move(path('b'), path('d/b'), false)).toBe('ok')
    expect(await files.move(path('d'), path('e'), false)).toBe('ok')
    expect(await files.move(path('e'), path('e/f'), false)).toBe('failed')
    expect(await files.move(path('e/b'), path('c.key'), false)).toBe('denied')
    expect(await files.move(root, path('f'), false)).toBe('denied')
    expect(readdirSync(path('e'))).toEqual(['b'])
  })
})

describe('a download', () => {
  it('arrives whole, and can be continued while the file is the same', async () => {
    const content = Buffer.alloc(1_000_000, 'abcdefg')
    put('file', content)
    const whole = await files.download(path('file'))
    expect(whole).toMatchObject({ size: content.length, sha256: sha256(content), offset: 0 })
    expect(whole.content?.equals(content)).toBe(true)
    const { version } = whole as { version: string }
    const rest = await files.download(path('file'), { offset: 900_001, version })
    expect(rest).toMatchObject({ offset: 900_001, sha256: sha256(content.subarray(900_001)) })
    put('file', 'changed')
    expect(await files.download(path('file'), { offset: 5, version })).toMatchObject({ code: 'conflict' })
    put('empty', '')
    expect(await files.download(path('empty'))).toMatchObject({ size: 0, content: Buffer.alloc(0) })
    expect(await files.download(path('nothing'))).toMatchObject({ code: 'not_found' })
    expect(await files.download(root)).toMatchObject({ code: 'failed' })
  })

  it('of a directory is a tar file without what is blocked', async () => {
    const long = 'n'.repeat(200)
    mkdirSync(path('d', long), { recursive: true })
    writeFileSync(path('d', long, 'ä\n'), 'x'.repeat(1000))
    writeFileSync(path('d', 'id_rsa'), 'secret')
    writeFileSync(path('d', 'large'), Buffer.alloc(2_000_001))
    symlinkSync('m'.repeat(150), path('d', 'link'))
    execFileSync('mkfifo', [path('d', 'fifo')])
    chmodSync(path('d', long, 'ä\n'), 0o751)
    const { content, size, sha256: hash } = await files.download(path('d'), { archive: true })
    expect(size).toBeNull()
    expect(hash).toBe(sha256(content ?? ''))
    mkdirSync(join(top, 'out'))
    execFileSync('tar', ['-xf', '-', '-C', join(top, 'out')], { input: content })
    const out = join(top, 'out', 'd')
    expect(readdirSync(out).sort()).toEqual(['SKIPPED.txt', 'link', long])
    expect(readFileSync(join(out, long, 'ä\n'), 'utf8')).toBe('x'.repeat(1000))
    expect(statSync(join(out, long, 'ä\n')).mode & 0o777).toBe(0o751)
    const skipped = readFileSync(join(out, 'SKIPPED.txt'), 'utf8')
    for (const name of ['d/id_rsa', 'd/large', 'd/fifo']) expect(skipped).toContain(name)
  })

  it('that follows a log sends what is appended, also after it was rotated', async () => {
    put('log', 'one\n')
    files.server.send(FileDownloadStart, { transfer_id: 'f', path: path('log'), follow: true })
    expect(await files.server.next(FileDownloadReady)).toMatchObject({ size: null })
    const next = async () => Buffer.from((await files.server.next(FileDownloadChunk)).data).toString()
    expect(await next()).toBe('one\n')
    writeFileSync(path('log'), 'two\n', { flag: 'a' })
    expect(await next()).toBe('two\n')
    execFileSync('mv', [path('log'), path('log.1')])
    put('log', 'three\n')
    expect(await next()).toBe('three\n')
    put('log', '4\n')
    expect(await next()).toBe('4\n')
    files.server.send(FileDownloadCancel, { transfer_id: 'f' })
    await files.list(root)
    expect(files.agent.counts.failed).toBe(0)
  })
})

describe('an upload', () => {
  it('appears when it is complete and its checksum matches', async () => {
    put('t', 'old', 0o600)
    await files.begin('a', path('t'), 6)
    expect(await files.chunk('a', 0, 'abc')).toMatchObject({ ok: { offset: 3 } })
    expect(readFileSync(path('t'), 'utf8')).toBe('old')
    // Only the host sees what is not complete.
    expect(readdirSync(root)).toHaveLength(2)
    expect(await files.list(root)).toMatchObject({ entries: [{ name: 't' }], total: 1 })
    expect((await files.download(root, { archive: true })).content?.includes('.svc-')).toBe(false)
    await files.chunk('a', 3, 'def')
    expect(await files.finish('a', sha256('abcdef'))).toMatchObject({ ok: {} })
    expect(readFileSync(path('t'), 'utf8')).toBe('abcdef')
    expect(statSync(path('t')).mode & 0o777).toBe(0o600)
    await files.begin('b', path('t'), 3)
    await files.chunk('b', 0, 'xyz')
    expect(await files.finish('b', sha256('other'))).toMatchObject({ failed: { code: 'invalid' } })
    expect(await files.upload(path('t'), 'x', { overwrite: false })).toBe('conflict')
    expect(await files.upload(path('empty'), '')).toBe('ok')
    expect(readdirSync(root).sort()).toEqual(['empty', 't'])
    expect(readFileSync(path('t'), 'utf8')).toBe('abcdef')
  })

  it('of two files at the same time does not mix them', async () => {
    await files.begin('a', path('t.bin'), 3)
    await files.begin('b', path('t.dat'), 3)
    await files.chunk('a', 0, 'aaa')
    await files.chunk('b', 0, 'bbb')
    await files.finish('a')
    await files.finish('b')
    expect(readFileSync(path('t.bin'), 'utf8') + readFileSync(path('t.dat'), 'utf8')).toBe('aaabbb')
  })

  it('rejects chunks at another offset, beyond the size, and an end before it', async () => {
    for (const [id, run] of [
      ['a', () => files.chunk('a', 1, 'x')],
      ['b', () => files.chunk('b', 0, 'too long')],
      ['c', () => files.finish('c')],
    ] as const) {
      await files.begin(id, path('t'), 3)
      expect(await run()).toMatchObject({ failed: { code: 'invalid' } })
    }
    await vi.waitFor(() => expect(readdirSync(root)).toEqual([]))
  })

  it('that is cancelled leaves nothing', async () => {
    await files.begin('a', path('t'), 6)
    await files.chunk('a', 0, 'abc')
    files.server.send(FileUploadCancel, { transfer_id: 'a' })
    const unfinished = join(files.agent.stateDir, 'files-unfinished')
    await vi.waitFor(() => expect([...readdirSync(root), ...readdirSync(unfinished)]).toEqual([]))
  })

  it('continues on the next connection', async () => {
    await files.begin('a', path('t'), 6)
    await files.chunk('a', 0, 'abc')
    files.server.drop()
    await files.server.connection(2)
    await files.server.next(SystemInfo)
    await files.server.next(SystemInfo)
    expect(await files.begin('a', path('t'), 6, { resume: true })).toMatchObject({ ok: { offset: 3 } })
    await files.chunk('a', 3, 'def')
    expect(await files.finish('a', sha256('abcdef'))).toMatchObject({ ok: {} })
    expect(readFileSync(path('t'), 'utf8')).toBe('abcdef')
    expect(readdirSync(root)).toEqual(['t'])
  })

  it('that the agent did not finish is removed when it stops', async () => {
    await files.begin('a', path('t'), 6)
    await files.chunk('a', 0, 'abc')
    expect(readdirSync(root)).toHaveLength(1)
    await files.close()
    expect(readdirSync(root)).toEqual([])
    files = await startFilesAgent({ root_paths: [root] })
  })

  it('does not replace a file that was changed meanwhile', async () => {
    put('t', 'old')
    await files.begin('a', path('t'), 3)
    await files.chunk('a', 0, 'new')
    put('t', 'changed by someone')
    expect(await files.finish('a')).toMatchObject({ failed: { code: 'conflict' } })
    expect(readFileSync(path('t'), 'utf8')).toBe('changed by someone')
    expect(readdirSync(root)).toEqual(['t'])
  })
})

describe('what cannot be served', () => {
  it('/dev/zero, fifo, socket and device files are refused', async () => {
    await files.close()
    files = await startFilesAgent({ root_paths: [root, '/dev'] })
    execFileSync('mkfifo', [path('fifo')])
    execFileSync('python3', [
      '-c',
      'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])',
      path('socket'),
    ])
    const special = ['/dev/zero', '/dev/null', path('fifo'), path('socket')]
    const refused = { code: 'failed', error: 'it is a device, socket or pipe' }
    for (const name of special) {
      expect(await files.read(name), name).toMatchObject({ content: null, ...refused })
      expect(await files.download(name), name).toEqual(refused)
      expect(await files.download(name, { follow: true }), name).toEqual(refused)
      expect(await files.write(name, 'x'), name).toBe('failed')
      expect(await files.upload(name, 'x'), name).toBe('failed')
    }
    expect(await names()).toEqual(['fifo', 'socket'])
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true)
  })

  it('root folder deleted while open', async () => {
    put('log', 'one\n')
    files.server.send(FileDownloadStart, { transfer_id: 'f', path: path('log'), follow: true })
    await files.server.next(FileDownloadChunk)
    await files.begin('u', path('up'), 3)
    await files.chunk('u', 0, 'abc')
    rmSync(root, { recursive: true })
    expect(await files.finish('u')).toMatchObject({ failed: { code: 'conflict' } })
    expect(await files.list(root)).toMatchObject({ entries: [], code: 'not_found' })
    expect(await files.read(path('log'))).toMatchObject({ code: 'not_found' })
    expect(await files.write(path('new'), 'x')).toBe('not_found')
    expect(await files.mkdir(root)).toBe('not_found')
    files.server.send(FileDownloadCancel, { transfer_id: 'f' })
    expect(readdirSync(top)).toEqual([])
    expect(readdirSync(join(files.agent.stateDir, 'files-unfinished'))).toEqual([])
    mkdirSync(root)
    expect(await files.write(path('new'), 'x')).toBe('ok')
    expect(await names()).toEqual(['new'])
  })
})

it('requests of peers that know nothing of ours are served', async () => {
  put('a')
  files.server.sendRaw(JSON.stringify({ type: 'file_list', msg_id: '1', path: root }))
  expect((await files.server.next(FileListResult)).entries).toHaveLength(1)
})

const getAttributes = `
import os, sys
print([(n, os.getxattr(sys.argv[1], n)) for n in sorted(os.listxattr(sys.argv[1]))])`
/** Lets user 4321 read and write it. */
const setAcl = `
import os, struct, sys
e = lambda tag, perm, who=0xffffffff: struct.pack('<HHI', tag, perm, who)
acl = struct.pack('<I', 2) + e(1, 7) + e(2, 6, 4321) + e(4, 5) + e(16, 5) + e(32, 1)
os.setxattr(sys.argv[1], 'system.posix_acl_access', acl)
os.setxattr(sys.argv[1], 'user.note', b'mine')`
