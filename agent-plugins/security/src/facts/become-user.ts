import type { Fact } from './fact.ts'

type SudoFact = Extract<Fact, { kind: 'sudo' }>

// Commands may contain passwords, so they are never read.
const sudo =
  /^ *(\S+) : (?:(.+?) ; )??(?:HOST=[^;]+ ; )?(?:TTY=[^;]+ ; )?(?:CHROOT=[^;]+ ; )?PWD=.*? ; (?:GROUP=\S+ ; )?USER=(\S+) ;/s
const wrongPassword = /^(\d{1,3}) incorrect password attempts?$/
const notPermitted = /^(?:user NOT in sudoers|command not allowed|user NOT authorized on host|unauthorized on host)$/

/** What sudo logs when it runs a command or refuses to. */
export function parseSudo(message: string): SudoFact | undefined {
  const [, user, problem, target = null] = sudo.exec(message) ?? []
  if (user === undefined) return undefined
  const fact = { kind: 'sudo', program: 'sudo', user, target, count: 1 } as const
  if (problem === undefined) return { ...fact, outcome: 'used' }
  const [, attempts] = wrongPassword.exec(problem) ?? []
  if (attempts !== undefined) return { ...fact, outcome: 'wrong_password', count: Number(attempts) }
  return notPermitted.test(problem) ? { ...fact, outcome: 'not_permitted' } : undefined
}

// Of shadow, of util-linux, and of BusyBox.
const suForms: readonly (readonly [RegExp, SudoFact['outcome']])[] = [
  [/^\(to (?<target>\S+)\) (?<user>\S+) on \S+$/, 'used'],
  [/^FAILED SU \(to (?<target>\S+)\) (?<user>\S+) on \S+$/, 'wrong_password'],
  [/^Successful su for (?<target>\S+) by (?<user>\S+)$/, 'used'],
  [/^FAILED su for (?<target>\S+) by (?<user>\S+)$/, 'wrong_password'],
  [/^\+ \S+ (?<user>[^\s:]+):(?<target>\S+)$/, 'used'],
  [/^- \S+ (?<user>[^\s:]+):(?<target>\S+)$/, 'wrong_password'],
]

/** What su logs. */
export function parseSu(message: string): SudoFact | undefined {
  for (const [form, outcome] of suForms) {
    const { user, target } = form.exec(message)?.groups ?? {}
    if (user !== undefined && target !== undefined) {
      return { kind: 'sudo', program: 'su', user, target, outcome, count: 1 }
    }
  }
  return undefined
}

/** What doas logs. */
export function parseDoas(message: string): SudoFact | undefined {
  const fact = { kind: 'sudo', program: 'doas', count: 1 } as const
  const [, user, target] = /^(\S+) ran command .* as (\S+) from .*$/s.exec(message) ?? []
  if (user !== undefined && target !== undefined) return { ...fact, user, target, outcome: 'used' }
  const [, failing] = /^failed auth for (\S+)$/.exec(message) ?? []
  if (failing !== undefined) return { ...fact, user: failing, target: null, outcome: 'wrong_password' }
  const [, refused] = /^(?:failed command|command not permitted) for (\S+)(?::.*)?$/s.exec(message) ?? []
  return refused === undefined ? undefined : { ...fact, user: refused, target: null, outcome: 'not_permitted' }
}
