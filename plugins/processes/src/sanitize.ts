import { type Payload, plainText } from '@svc/protocol'
import { maxCommandLength, maxProcesses, maxProcessTextLength, type Process, type Processes } from './wire.ts'

type List = Payload<typeof Processes>

/** Percent of one core; far above any real machine. */
const maxCpuPercent = 10_000_000
/** 9999-12-31T23:59:59Z */
const maxEpochSeconds = 253_402_300_799

const clamp = (value: number, max: number) => (value > 0 ? Math.min(value, max) : 0)
const text = (value: string) => plainText(value, maxProcessTextLength)

const sanitizeProcess = ({ pid, name, user, cpu, mem, threads, started, command, container }: Process): Process => ({
  pid,
  name: text(name),
  user: user == null ? null : text(user),
  cpu: clamp(cpu, maxCpuPercent),
  mem: clamp(mem, Number.MAX_SAFE_INTEGER),
  threads: threads ?? null,
  started: started != null && started > 0 && started <= maxEpochSeconds ? started : null,
  command: command == null ? null : plainText(command, maxCommandLength),
  container: container == null ? null : text(container),
})

/**
 * A list that is safe to send to browsers: no duplicate process ids, values within their range, plain-text names and no
 * unknown fields, and no more than a page shows. Types have already been validated against the message schema.
 */
export function sanitize({ total, partial, processes }: List): List {
  const byPid = new Map(processes.slice(0, maxProcesses).map((process) => [process.pid, sanitizeProcess(process)]))
  return { total: Math.max(total, byPid.size), partial: partial ?? false, processes: [...byPid.values()] }
}
