import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { CheckedHost, Finding } from '@svc/plugin-sdk'

const run = promisify(execFile)

/** Whether systemd says that the clock follows a time server; undefined where it does not know. */
async function isSynchronized(): Promise<boolean | undefined> {
  try {
    const { stdout } = await run('timedatectl', ['show', '--property=NTPSynchronized', '--value'], { timeout: 3000 })
    return { yes: true, no: false }[stdout.trim()]
  } catch {
    return undefined
  }
}

/** Whether the clock can be right: one-time codes, certificates and measurements depend on it. */
export async function checkClock({ read }: CheckedHost): Promise<Finding[]> {
  const now = new Date()
  const setClock = 'set the clock, and keep it right with a time server: systemd-timesyncd, chrony or ntpd'
  const [last] = read<{ at: number | null }>('SELECT max(applied_at) AS at FROM kernel_migrations') ?? []
  const time = `${now.toISOString().slice(0, 19)}Z`
  if (last?.at && last.at * 1000 > now.getTime() + 60_000) {
    const then = new Date(last.at * 1000).toISOString()
    return [{ state: 'problem', text: `it is ${time}, but the database was migrated at ${then}`, advice: setClock }]
  }
  if ((await isSynchronized()) === false) {
    return [{ state: 'warning', text: `it is ${time}, but no time server keeps the clock right`, advice: setClock }]
  }
  return [{ state: 'ok', text: `it is ${time}` }]
}
