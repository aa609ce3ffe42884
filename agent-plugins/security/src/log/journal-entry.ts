import type { LogEntry } from './entry.ts'

/** The fields to ask `journalctl` for; those with an underscore come from journald itself. */
export const journalFields = ['MESSAGE', '_COMM', '_UID', '_EXE', '_TRANSPORT'] as const

type Fields = Readonly<Partial<Record<(typeof journalFields)[number] | '__CURSOR' | '__REALTIME_TIMESTAMP', unknown>>>

/** They log as the user who runs them. */
const setuidPrograms = new Set(['sudo', 'su', 'doas', 'passwd'])
const systemFolder = /^(?:\/usr(?:\/local)?\/s?bin|\/s?bin|\/run\/wrappers|\/nix\/store)\//

/** Everybody may log under any name. Who really did is in fields that only journald writes. */
function isTrusted({ _COMM: program, _UID: user, _EXE: path, _TRANSPORT: transport }: Fields): boolean {
  if (transport === 'kernel' || user === '0') return true
  return typeof program === 'string' && setuidPrograms.has(program) && systemFolder.test(String(path))
}

/** Text that is not printable arrives as bytes; longer messages than sshd writes as null. */
function textOf(message: unknown): string | undefined {
  if (typeof message === 'string') return message
  const isBytes = Array.isArray(message) && message.every((byte) => Number.isInteger(byte) && byte >= 0 && byte < 256)
  return isBytes ? Buffer.from(message).toString('utf8') : undefined
}

/** A line of `journalctl --output=json`; without an entry if nobody we trust has written it. */
export function parseJournalLine(line: string): { readonly cursor: string; readonly entry?: LogEntry } | undefined {
  let fields: Fields
  try {
    fields = JSON.parse(line)
  } catch {
    return undefined
  }
  const { __CURSOR: cursor, __REALTIME_TIMESTAMP: microseconds } = fields
  const at = Math.floor(Number(microseconds) / 1_000_000)
  if (typeof cursor !== 'string' || !(at > 0)) return undefined
  const message = textOf(fields.MESSAGE)
  const program = fields._TRANSPORT === 'kernel' ? 'kernel' : fields._COMM
  if (message === undefined || typeof program !== 'string' || !isTrusted(fields)) return { cursor }
  return { cursor, entry: { at, program, message } }
}
