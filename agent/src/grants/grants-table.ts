import { formatDuration } from './duration.ts'
import type { GrantRecord } from './grant-record.ts'

/** A row of `svc-agent grants`. */
export interface GrantRow {
  readonly record: GrantRecord
  /** why the agent ignores the grant */
  readonly ignored: 'denied' | 'permanent' | undefined
}

const pad = (value: number) => String(value).padStart(2, '0')

/** Date and time in the time zone of the host. */
export function formatDateTime(seconds: number): string {
  const at = new Date(seconds * 1000)
  const day = [at.getFullYear(), pad(at.getMonth() + 1), pad(at.getDate())].join('-')
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(pad).join(':')}`
}

const headers = ['CAPABILITY', 'EXPIRES', 'TIME LEFT', 'GRANTED BY', 'REASON']

const ignoredText = {
  denied: '(ignored: denied on this host)',
  permanent: '(ignored: permanently on)',
}

/** The grants as a table for people. */
export function formatGrantTable(rows: readonly GrantRow[], now: number): string {
  if (rows.length === 0) return 'no temporary grants\n'
  const lines = rows.map(({ record: { cap, expires_at, granted_by, reason }, ignored }) => [
    cap,
    formatDateTime(expires_at),
    formatDuration(expires_at - now),
    granted_by,
    [reason, ignored && ignoredText[ignored]].filter(Boolean).join(' '),
  ])
  const all = [headers, ...lines]
  const widths = headers.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0)))
  return all
    .map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('')
}

/** The grants as JSON for programs. */
export const formatGrantJson = (rows: readonly GrantRow[]): string =>
  `${JSON.stringify(
    rows.map(({ record, ignored }) => ({ ...record, reason: record.reason ?? null, ignored: ignored ?? null })),
    null,
    2,
  )}\n`
