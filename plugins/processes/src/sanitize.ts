import { maxProcessTextLength, type Payload, type Process, type Processes, plainText } from '@svc/protocol'

type List = Payload<typeof Processes>

/** percent of one core: more cores than any machine has */
const mostCpu = 10_000_000
/** epoch seconds that every calendar can write */
const lastSecond = 253_402_300_799

const within = (value: number, most: number) => (value > 0 ? Math.min(value, most) : 0)
const text = (value: string) => plainText(value, maxProcessTextLength)

const one = ({ pid, name, user, cpu, mem, threads, started }: Process): Process => ({
  pid,
  name: text(name),
  user: user == null ? null : text(user),
  cpu: within(cpu, mostCpu),
  mem: within(mem, Number.MAX_SAFE_INTEGER),
  threads: threads ?? null,
  started: started != null && started > 0 && started <= lastSecond ? started : null,
})

/**
 * The list as browsers may see it: each number once, every value in its range, names that disguise nothing, and only the
 * members we know. The wire's schema has checked the types and the length.
 */
export function sanitize({ total, partial, processes }: List): List {
  const byPid = new Map(processes.map((process) => [process.pid, one(process)]))
  return { total: Math.max(total, byPid.size), partial: partial ?? false, processes: [...byPid.values()] }
}
