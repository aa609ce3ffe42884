import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface FakeProcess {
  readonly comm: string
  readonly ticks?: number
  readonly pages?: number
  readonly threads?: number
  readonly startedAt?: number
  readonly flags?: number
  readonly uid?: number
  readonly exe?: string
}

/** A host in a folder of its own: /proc and /etc as far as processes go. */
export function makeHost() {
  const root = mkdtempSync(join(tmpdir(), 'svc-processes-'))
  const proc = join(root, 'proc')
  mkdirSync(proc)
  mkdirSync(join(root, 'etc'))
  writeFileSync(join(proc, 'stat'), 'cpu  1 2 3 4\nbtime 1700000000\nprocesses 9\n')
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\nwww-data:x:33:33::/var/www:/bin/false\n')
  mkdirSync(join(proc, 'sys'))
  writeFileSync(join(proc, 'uptime'), '5000 1\n')

  return {
    root,
    put(pid: number, one: FakeProcess) {
      const { comm, ticks = 0, pages = 10, threads = 1, startedAt = 1000, flags = 0, uid = 0, exe } = one
      const folder = join(proc, String(pid))
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder)
      const head = `S 1 1 1 0 -1 ${flags} 0 0 0 0 ${ticks} 0 0 0 20 0 ${threads} 0 ${startedAt} 4096 ${pages} 0`
      writeFileSync(join(folder, 'stat'), `${pid} (${comm}) ${head}\n`)
      writeFileSync(join(folder, 'status'), `Name:\t${comm}\nUid:\t1\t${uid}\t1\t1\nGid:\t0\t0\t0\t0\n`)
      if (exe) symlinkSync(exe, join(folder, 'exe'))
    },
    end: (pid: number) => rmSync(join(proc, String(pid)), { recursive: true }),
    write: (path: string, text: string) => writeFileSync(join(root, path), text),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
