import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { defineAgentPlugin, type Link } from '@svc/agent-sdk'
import { type SmartDisk, SmartDisks } from '@svc/plugin-smart/wire'
import { parseDisk, parseScan } from './parse-smart.ts'
import { runProgram } from './run-program.ts'

const config = Type.Object({
  smart: Type.Object({
    interval_minutes: Type.Integer({ default: 60, minimum: 1, description: 'minutes between readings of the disks' }),
    command: Type.String({ default: 'smartctl', minLength: 1, description: 'path of `smartctl` of smartmontools' }),
  }),
})

const maxDisks = 64

/** Whether a program is where a shell would find it. */
function isInstalled(command: string): boolean {
  const folders = isAbsolute(command)
    ? ['']
    : `${process.env.PATH}${delimiter}/usr/sbin${delimiter}/sbin`.split(delimiter)
  return folders.some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** Reads the disks one after the other. Sleeping ones are not woken, and keep what they said last. */
async function readDisks(command: string, last: ReadonlyMap<string, SmartDisk>): Promise<SmartDisk[]> {
  const found = parseScan((await runProgram(command, ['--scan-open', '-j'])) ?? '').slice(0, maxDisks)
  const disks: SmartDisk[] = []
  for (const disk of found) {
    const text = await runProgram(command, ['-j', '-i', '-H', '-A', '-n', 'standby', '-d', disk.type, disk.name])
    const read = parseDisk(text ?? '', disk) ?? last.get(disk.name)
    if (read) disks.push(read)
  }
  return disks
}

/** Reports the SMART health of the disks: with each connection, and every hour. */
export default defineAgentPlugin({
  id: 'smart',
  config,
  setup({ config: { smart } }) {
    if (!isInstalled(smart.command)) return { unavailable: { smart: 'smartctl is not installed (smartmontools)' } }
    let last: ReadonlyMap<string, SmartDisk> = new Map()
    return {
      connected(link: Link) {
        let isBusy = false
        const read = async () => {
          if (isBusy) return
          isBusy = true
          const disks = await readDisks(smart.command, last)
          isBusy = false
          last = new Map(disks.map((disk) => [disk.device, disk]))
          if (!link.signal.aborted) link.send(SmartDisks, { disks })
        }
        const timer = setInterval(() => void read(), smart.interval_minutes * 60_000)
        link.signal.addEventListener('abort', () => clearInterval(timer), { once: true })
        void read()
      },
    }
  },
})
