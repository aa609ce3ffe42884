import { durationText } from './duration.ts'
import type { GrantRecord } from './grant-record.ts'

/** A grant as the host lists it. */
export interface GrantRow {
  readonly record: GrantRecord
  /** why the agent does not heed it */
  readonly ignored: 'denied' | 'permanent' | undefined
}

const two = (value: number) => String(value).padStart(2, '0')

/** Day and time in the zone of the host, which is where the reader is. */
export function instantText(seconds: number): string {
  const at = new Date(seconds * 1000)
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')}`
}

const heads = ['CAPABILITY', 'UNTIL', 'LEFT', 'BY', 'REASON']

const whyIgnored = {
  denied: '(ignored: denied on this host)',
  permanent: '(ignored: on permanently)',
}

/** The grants for people. */
export function grantsTable(rows: readonly GrantRow[], now: number): string {
  if (rows.length === 0) return 'no capability is granted for a while\n'
  const lines = rows.map(({ record: { cap, expires_at, granted_by, reason }, ignored }) => [
    cap,
    instantText(expires_at),
    durationText(expires_at - now),
    granted_by,
    [reason, ignored && whyIgnored[ignored]].filter(Boolean).join(' '),
  ])
  const all = [heads, ...lines]
  const widths = heads.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0)))
  return all
    .map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('')
}

/** The grants for programs: what the file holds and is still to come true. */
export const grantsJson = (rows: readonly GrantRow[]): string =>
  `${JSON.stringify(
    rows.map(({ record, ignored }) => ({ ...record, reason: record.reason ?? null, ignored: ignored ?? null })),
    null,
    2,
  )}\n`
