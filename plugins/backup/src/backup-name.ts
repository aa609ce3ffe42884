import { toTimestamp } from '@svc/plugin-sdk'
import { archiveSuffix } from './archive/archive-format.ts'

/** 20261124_013000, in UTC. */
export const stampOf = (ms: number): string =>
  toTimestamp(Math.floor(ms / 1000))
    .slice(0, 19)
    .replace(/[-:]/g, '')
    .replace('T', '_')

/** The name of a full backup; with the plan that made it, so that plans which share a destination leave each other's alone. */
export const backupName = (ms: number, planId?: string): string =>
  `svc-backup-${stampOf(ms)}${planId === undefined ? '' : `.${planMark(planId)}`}${archiveSuffix}`

const planMark = (planId: string): string => planId.slice(0, 8)

const pattern = /^svc-backup-(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)(\d\d)(?:\.([0-9a-f]{8}))?\.tar\.zst\.age$/

/** Epoch seconds at which a backup with this name was made; undefined for other names. */
export function backupTime(name: string): number | undefined {
  const [, year, month, day, hour, minute, second] = pattern.exec(name) ?? []
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(ms) ? undefined : ms / 1000
}

export const isMadeBy = (planId: string, name: string): boolean => pattern.exec(name)?.[7] === planMark(planId)
