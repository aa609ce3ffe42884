import { execFileSync } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { collectLog } from '@svc/agent/testing'
import { deletePath, makeDirectories, movePath } from '../src/changes.ts'
import { openContent } from '../src/content.ts'
import { defaultDenyPatterns, makeDenyPatterns } from '../src/deny-patterns.ts'
import { makeLists, statEntry } from '../src/entries.ts'
import { makeLeftovers } from '../src/leftovers.ts'
import type { OpenerKind } from '../src/place.ts'
import { openTarget, Replacement } from '../src/replacement.ts'
import { makeSandbox } from '../src/sandbox.ts'
import { tarOf } from '../src/tar.ts'
import { readContent, writeContent } from '../src/texts.ts'

/** Is in every file outside of the root, and in blocked ones. */
export const secret = 'SECRET'

/** All names below a directory, with their content or target. */
function snapshot(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const path = join(directory, name)
      const stat = lstatSync(path)
      if (stat.isSymbolicLink()) return `${name} -> ${readlinkSync(path)}`
      return stat.isFile() ? `${name}: ${readFileSync(path, 'latin1')}` : `${name} ${stat.mode.toString(8)}`
    })
}

/** A root with hostile content, and what is outside of it. */
export async function makeHost() {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'svc-hostile-')))
  const [root, outside, stateDir] = ['root', 'outside', 'state'].map((name) => join(top, name)) as [
    string,
    string,
    string,
  ]
  for (const directory of [root, outside, join(outside, 'sub'), stateDir]) mkdirSync(directory)
  for (const name of ['secret', 'sub/secret', 'f']) writeFileSync(join(outside, name), secret)
  mkdirSync(join(top, 'root-twin'))
  writeFileSync(join(top, 'root-twin', 'f'), secret)

  const put = (name: string, content: string) => {
    mkdirSync(join(root, name, '..'), { recursive: true })
    writeFileSync(join(root, name), content)
  }
  const link = (target: string, name: string) => symlinkSync(target, join(root, name))
  put('f', 'inside')
  put('d/f', 'inside')
  for (const name of ['server.key', 'id_rsa', '.env', 'passwd', 'shadow', '.env.d/ok', 'd/passwd/ok', 'x.KEY/deep/ok'])
    put(name, secret)
  link('../outside', 'out')
  link(outside, 'out-absolute')
  link('../outside/secret', 'out-file')
  link('d/../../outside/secret', 'out-winding')
  link('out', 'out-again')
  link('/', 'slash')
  link('..', 'up')
  link('/proc/self/root', 'magic')
  link('/proc/self/cwd', 'cwd')
  link('/proc/self/fd/0', 'stdin')
  link('/proc/self/environ', 'environ')
  link('/dev/zero', 'zero')
  link('loop-b', 'loop-a')
  link('loop-a', 'loop-b')
  link('nothing', 'dangling')
  link('../outside/new', 'dangling-out')
  link(join(outside, 'new'), 'dangling-absolute')
  link('server.key', 'ok-link')
  link('.env.d', 'ok-directory')
  execFileSync('mkfifo', [join(root, 'fifo')])
  const socket = createServer().listen(join(root, 'socket'))
  await new Promise((resolve) => socket.once('listening', resolve))
  if (process.getuid?.() === 0) execFileSync('mknod', [join(root, 'zero-device'), 'c', '1', '5'])
  return {
    root,
    outside,
    stateDir,
    /** all that must stay as it is */
    state: () => [...snapshot(outside), ...snapshot(join(top, 'root-twin'))],
    async close() {
      await new Promise((resolve) => socket.close(resolve))
      rmSync(top, { recursive: true, force: true })
    },
  }
}

/** The operations of the agent on a root; each resolves to the text that it discloses. */
export function makeOperations(root: string, stateDir: string, opener?: OpenerKind) {
  const sandbox = makeSandbox({ roots: [root], isDenied: makeDenyPatterns(defaultDenyPatterns), opener })
  const leftovers = makeLeftovers(stateDir, collectLog().log)
  const lists = makeLists(sandbox)
  const { signal } = new AbortController()
  const maxBytes = 1_000_000
  let uploads = 0
  return {
    sandbox,
    leftovers,
    read: async (path: string) => (await readContent(sandbox, path, maxBytes)).content.toString(),
    stat: async (path: string) => JSON.stringify(await statEntry(sandbox, path)),
    list: async (path: string) => {
      lists.close()
      return JSON.stringify(await lists.list(path, 0, 1000, signal))
    },
    async download(path: string) {
      using place = await sandbox.open(path)
      const { file } = await openContent(place, maxBytes)
      try {
        return await file.readFile('utf8')
      } finally {
        await file.close()
      }
    },
    async archive(path: string) {
      using place = await sandbox.open(path)
      let text = ''
      for await (const part of tarOf(sandbox, place, maxBytes)) text += part.toString('latin1')
      return text
    },
    async write(path: string) {
      await writeContent(sandbox, leftovers, path, Buffer.from('written'), undefined)
      return ''
    },
    async upload(path: string) {
      const target = await openTarget(sandbox, path)
      uploads += 1
      let replacement: Replacement | undefined
      try {
        replacement = await Replacement.create(sandbox, leftovers, target, `${uploads}`)
        await replacement.file.writeFile('uploaded')
        await replacement.commit()
      } finally {
        await replacement?.discard()
        target[Symbol.dispose]()
      }
      return ''
    },
    async mkdir(path: string) {
      await makeDirectories(sandbox, path)
      return ''
    },
    async moveTo(path: string) {
      await movePath(sandbox, join(root, 'f'), path, true)
      return ''
    },
    async moveFrom(path: string) {
      await movePath(sandbox, path, join(root, 'moved'), true)
      return ''
    },
    async remove(path: string) {
      await deletePath(sandbox, path, true, signal)
      return ''
    },
    close: () => lists.close(),
  }
}
