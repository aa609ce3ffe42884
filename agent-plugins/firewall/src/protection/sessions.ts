import { readdir, readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { canonicalAddress } from '@svc/probe-target'
import { wordsToAddress } from './kernel-address.ts'

const established = '01'

const read = (path: string) => readFile(path, 'utf8').catch(() => '')
const list = (path: string) => readdir(path).catch((): string[] => [])

/** The ends of established connections: `<remote address> <remote port> <local port>`. */
async function connections(proc: string): Promise<Set<string>> {
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => read(`${proc}/net/${name}`)))
  const found = tables.flatMap((table) =>
    table.split('\n').flatMap((line) => {
      const [, local = '', remote = '', state] = line.trim().split(/\s+/)
      if (state !== established) return []
      const [, localPort = ''] = local.split(':')
      const [address = '', port = ''] = remote.split(':')
      const ip = canonicalAddress(wordsToAddress(address))
      return ip === undefined ? [] : [`${ip} ${Number.parseInt(port, 16)} ${Number.parseInt(localPort, 16)}`]
    }),
  )
  return new Set(found)
}

/** Of processes that sshd or dropbear has started for somebody who signed in, if the connection still exists. */
async function fromProcesses(proc: string): Promise<string[]> {
  const pids = (await list(proc)).filter((name) => /^\d+$/.test(name))
  const found = new Set<string>()
  for (const pid of pids) {
    const environment = await read(join(proc, pid, 'environ'))
    const value = /(?:^|\0)SSH_CONNECTION=([^\0]*)/.exec(environment)?.[1]
    if (value) found.add(value)
  }
  if (found.size === 0) return []
  const open = await connections(proc)
  return [...found].flatMap((value) => {
    const [address = '', port, , localPort] = value.split(' ')
    const ip = canonicalAddress(address)
    return ip !== undefined && open.has(`${ip} ${port} ${localPort}`) ? [ip] : []
  })
}

/** Of sessions that logind knows. */
async function fromLogind(folder: string): Promise<string[]> {
  const names = (await list(folder)).filter((name) => !name.endsWith('.ref'))
  const texts = await Promise.all(names.map((name) => read(join(folder, name))))
  return texts.flatMap((text) => {
    const host = /^REMOTE_HOST=(.*)$/m.exec(text)?.[1] ?? ''
    const state = /^STATE=(.*)$/m.exec(text)?.[1]
    return isIP(host) !== 0 && (state === 'active' || state === 'online') ? [host] : []
  })
}

/** Addresses from which somebody is signed in to this host. A connection alone proves nothing: attackers have one, too. */
export async function readSessions({ proc = '/proc', logind = '/run/systemd/sessions' } = {}): Promise<string[]> {
  const found = await Promise.all([fromProcesses(proc), fromLogind(logind)])
  return [...new Set(found.flat())]
}
