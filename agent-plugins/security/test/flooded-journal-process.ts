import { startJournald } from './journald.ts'

/*
 * A journal that sshd floods with failed sign-ins. Prints `journal: <folder>`, begins on SIGUSR2 with so many lines a second
 * as the argument says, and then prints `written: <lines>` each second.
 */
const linesPerSecond = Number(process.argv[2])
const batchMs = 100
/** Lines that wait are not logged, however many there are. */
const maxPendingBytes = 1_000_000

const journald = await startJournald()
const sshd = journald.program('sshd')

let started: number | undefined
let written = 0
let isPrinted = 0

/** From 200 addresses, as sshd logs them. */
const lineOf = (index: number) =>
  `Failed password for invalid user u${index % 50} from 198.18.0.${index % 200} port ${1024 + (index % 60_000)} ssh2`

function flood(): void {
  if (started === undefined || sshd.pendingBytes() > maxPendingBytes) return
  const elapsed = (performance.now() - started) / 1000
  // Timers are late on a busy machine.
  const due = Math.floor(elapsed * linesPerSecond) - written
  const lines = Array.from({ length: Math.min(due, linesPerSecond) }, (_, index) => lineOf(written + index))
  if (lines.length > 0) sshd.log(...lines)
  written += lines.length
  if (elapsed - isPrinted < 1) return
  isPrinted = elapsed
  const pending = Math.ceil(sshd.pendingBytes() / lineOf(0).length)
  process.stdout.write(`written: ${written - pending}\n`)
}

const timer = setInterval(flood, batchMs)
process.on('SIGUSR2', () => {
  started = performance.now()
})
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, async () => {
    clearInterval(timer)
    await journald.close()
    process.exit(0)
  })
}
process.stdout.write(`journal: ${journald.directory}\n`)
