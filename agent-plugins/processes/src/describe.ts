import { readFile, readlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { maxProcessTextLength, type Process } from '@svc/plugin-processes/wire'
import { plainText } from '@svc/protocol'
import { parseCommandLine } from './command-line.ts'
import { makeContainers } from './container.ts'
import { parseBootTime, readPageSize, ticksPerSecond } from './host.ts'
import type { ScannedProcess } from './scan.ts'
import { makeUsers, parseUid } from './users.ts'

/** Max length of `comm`; the kernel truncates longer names. */
const maxCommBytes = 15

const utf8 = (latin1: string) => Buffer.from(latin1, 'latin1').toString('utf8')

/** The process name. A truncated `comm` is completed from the name of its executable. */
function fullName(comm: string, exe: string): string {
  const file = basename(exe.replace(/ \(deleted\)$/, ''))
  const isCut = comm.length === maxCommBytes && Buffer.from(file).toString('latin1').startsWith(comm)
  return plainText(isCut ? file : utf8(comm), maxProcessTextLength)
}

/** Adds user, full name, command line and container to scanned processes. Processes that have ended since lack them. */
export function makeDescriber(root: string, { commandLines }: { readonly commandLines: boolean }) {
  const containers = makeContainers(root)
  const proc = join(root, 'proc')
  const users = makeUsers(join(root, 'etc/passwd'))
  const pageSize = readPageSize(proc)

  const describe = async ({ pid, comm, cpu, pages, threads, startedAt }: ScannedProcess, boot: number | null) => {
    const [status, exe, cmdline, cgroup] = await Promise.all([
      readFile(join(proc, `${pid}/status`), 'latin1').catch(() => ''),
      comm.length === maxCommBytes ? readlink(join(proc, `${pid}/exe`)).catch(() => '') : '',
      commandLines ? readFile(join(proc, `${pid}/cmdline`), 'latin1').catch(() => '') : '',
      readFile(join(proc, `${pid}/cgroup`), 'latin1').catch(() => ''),
    ])
    const uid = parseUid(status)
    const described: Process = {
      pid,
      name: fullName(comm, exe),
      user: uid === null ? null : users.nameOf(uid),
      cpu: Math.round(cpu * 10) / 10,
      mem: Math.min(pages * pageSize, Number.MAX_SAFE_INTEGER),
      threads: Math.max(threads, 0),
      started: boot === null ? null : Math.floor(boot + startedAt / ticksPerSecond),
      command: parseCommandLine(cmdline),
      container: await containers.nameOf(cgroup),
    }
    return described
  }

  return async (found: readonly ScannedProcess[]): Promise<Process[]> => {
    const [stat] = await Promise.all([readFile(join(proc, 'stat'), 'latin1').catch(() => ''), users.refresh()])
    const boot = parseBootTime(stat)
    return Promise.all(found.map((each) => describe(each, boot)))
  }
}
