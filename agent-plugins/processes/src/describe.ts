import { readFile, readlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { maxProcessTextLength, type Process, plainText } from '@svc/protocol'
import { parseBootTime, readPageSize, ticksPerSecond } from './host.ts'
import type { Found } from './scan.ts'
import { makeUsers, parseUid } from './users.ts'

/** The kernel keeps this many bytes of a name. */
const longestComm = 15

const utf8 = (latin1: string) => Buffer.from(latin1, 'latin1').toString('utf8')

/** A name that the kernel has cut, in full when the file of the program continues it. */
function fullName(comm: string, exe: string): string {
  const file = basename(exe.replace(/ \(deleted\)$/, ''))
  const isCut = comm.length === longestComm && Buffer.from(file).toString('latin1').startsWith(comm)
  return plainText(isCut ? file : utf8(comm), maxProcessTextLength)
}

/** Makes of the processes that were found what is told of them. One that has ended meanwhile lacks what only it knew. */
export function makeDescriber(root: string) {
  const proc = join(root, 'proc')
  const users = makeUsers(join(root, 'etc/passwd'))
  const pageSize = readPageSize(proc)

  const describe = async ({ pid, comm, cpu, pages, threads, startedAt }: Found, boot: number | null) => {
    const [status, exe] = await Promise.all([
      readFile(join(proc, `${pid}/status`), 'latin1').catch(() => ''),
      comm.length === longestComm ? readlink(join(proc, `${pid}/exe`)).catch(() => '') : '',
    ])
    const uid = parseUid(status)
    const told: Process = {
      pid,
      name: fullName(comm, exe),
      user: uid === null ? null : users.nameOf(uid),
      cpu: Math.round(cpu * 10) / 10,
      mem: Math.min(pages * pageSize, Number.MAX_SAFE_INTEGER),
      threads: Math.max(threads, 0),
      started: boot === null ? null : Math.floor(boot + startedAt / ticksPerSecond),
    }
    return told
  }

  return async (found: readonly Found[]): Promise<Process[]> => {
    const [stat] = await Promise.all([readFile(join(proc, 'stat'), 'latin1').catch(() => ''), users.refresh()])
    const boot = parseBootTime(stat)
    return Promise.all(found.map((each) => describe(each, boot)))
  }
}
