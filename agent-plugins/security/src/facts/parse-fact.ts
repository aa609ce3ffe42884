import { parseDoas, parseSu, parseSudo } from './become-user.ts'
import { parseDropbear } from './dropbear.ts'
import type { Fact } from './fact.ts'
import { parseFirewallLog } from './firewall-log.ts'
import { parsePasswordChange } from './password-change.ts'
import { parseSshd } from './sshd.ts'

/** The parsers by program. */
const parsers = new Map<string, (message: string) => Fact | undefined>([
  ['sshd', parseSshd],
  ['sshd-session', parseSshd],
  ['sshd-auth', parseSshd],
  ['dropbear', parseDropbear],
  ['sudo', parseSudo],
  ['su', parseSu],
  ['doas', parseDoas],
  ['passwd', parsePasswordChange],
  ['chpasswd', parsePasswordChange],
  ['usermod', parsePasswordChange],
  ['kernel', parseFirewallLog],
])

/** Programs whose messages say something. */
export const programs: readonly string[] = [...parsers.keys()]

/** None of these programs writes more. Patterns take quadratic time for text that somebody has made for that. */
const maxLength = 8192

/** rsyslog writes equal messages once. */
const repeated = /^message repeated (\d{1,6}) times: \[ (.*)\]$/s

/** What a message of a program says, and how often it was logged. */
export function parseFact(
  program: string,
  message: string,
): { readonly fact: Fact; readonly times: number } | undefined {
  const parse = parsers.get(program)
  if (!parse || message.length > maxLength) return undefined
  const [, times, original] = message.startsWith('message repeated') ? (repeated.exec(message) ?? []) : []
  const fact = parse(original ?? message)
  return fact && { fact, times: Math.max(1, Number(times ?? 1)) }
}
