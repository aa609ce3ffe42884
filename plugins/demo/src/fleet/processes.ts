import { reportAt } from './curves.ts'
import type { Host } from './hosts.ts'

const mib = 2 ** 20

/** The processes of a host: its programs share what it uses. */
export function processesAt(host: Host, ms: number) {
  const { cpu, mem_used, process_count: total, uptime } = reportAt(host, ms)
  const started = Math.floor(ms / 1000) - uptime
  const processes = host.programs.flatMap(([name, user, command], rank) => {
    const part = 1 / 2 ** (rank + 1)
    // The busiest program has several processes.
    const count = rank === 0 ? Math.min(4, host.cores) : 1
    return Array.from({ length: count }, (_, index) => ({
      ...{ pid: 700 + 97 * rank + index * 3, name, user, command, container: null, started },
      cpu: (cpu * host.cores * part) / count / (1 + index / 4),
      mem: Math.floor((mem_used * part) / count + 12 * mib),
      threads: 1 + ((rank + index) % 9),
    }))
  })
  return { type: 'processes', total, partial: false, processes }
}
