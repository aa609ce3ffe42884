import { accessSync, constants, readdirSync, type Stats, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Finding } from '@svc/plugin-sdk'
import { databaseBytes, reservedBytes } from '../migration-copy.ts'
import { amount } from './amount.ts'

interface Place {
  readonly dataDir: string
  /** the database */
  readonly file: string
}

/** The user that a shell command names. */
const userOf = ({ uid, gid }: Stats) => `${uid}:${gid}`

const canUse = (path: string, mode: number): boolean => {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

/** Whether the server can use its data directory, and nobody else. */
export function checkPermissions({ dataDir, file }: Place): Finding[] {
  const folder = statSync(dataDir, { throwIfNoEntry: false })
  if (!folder) {
    const advice =
      'if the server has run before, set server.data_dir to its directory or run this from where it was started'
    return [
      { state: 'warning', text: `${dataDir} does not exist yet; the server creates it at its first start`, advice },
    ]
  }
  if (!folder.isDirectory()) {
    return [{ state: 'problem', text: `${dataDir} is not a directory`, advice: 'set server.data_dir to a directory' }]
  }
  if (!canUse(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)) {
    const advice = 'run this as the user of the server, or give the directory to that user with chown'
    return [{ state: 'problem', text: `this user may not write to ${dataDir}`, advice }]
  }
  const findings: Finding[] = []
  // Windows has neither owners by number nor modes.
  if (process.platform !== 'win32') {
    const inside = [...readdirSync(dataDir).map((name) => join(dataDir, name)), file]
    const foreign = inside.filter((path) => {
      const found = statSync(path, { throwIfNoEntry: false })
      return found !== undefined && found.uid !== folder.uid
    })
    if (foreign.length > 0) {
      const text = `${[...new Set(foreign)].join(', ')} belong to another user than ${dataDir}`
      findings.push({ state: 'problem', text, advice: `chown -R ${userOf(folder)} ${dataDir}` })
    }
    if ((folder.mode & 0o077) !== 0) {
      const text = `other users of this machine may look into ${dataDir}, which contains credentials`
      findings.push({ state: 'warning', text, advice: `chmod 700 ${dataDir}` })
    }
  }
  return findings.length > 0 ? findings : [{ state: 'ok', text: `${dataDir} belongs to the server alone` }]
}

/** Whether there is space for what the server writes, and for a copy of the database. */
export function checkDisk({ dataDir, file }: Place): Finding[] {
  const folders = new Map(
    [dataDir, dirname(file)].filter((path) => canUse(path, constants.R_OK)).map((path) => [statSync(path).dev, path]),
  )
  return [...folders.values()].map((folder): Finding => {
    const { bavail, bsize, ffree, files } = statfsSync(folder)
    const free = bavail * bsize
    const needed = databaseBytes(file) + reservedBytes
    const advice = 'free space, move server.data_dir to a larger disk, or shorten the retention in the configuration'
    if (free < reservedBytes) return { state: 'problem', text: `only ${amount(free)} are free in ${folder}`, advice }
    if (files > 0 && ffree < 1000)
      return {
        state: 'problem',
        text: `only ${ffree} inodes are free in ${folder}`,
        advice: 'delete small files that are not needed',
      }
    if (free >= needed) return { state: 'ok', text: `${amount(free)} are free in ${folder}` }
    const text = `${amount(free)} are free in ${folder}; a backup, a restore or an upgrade may need ${amount(needed)}`
    return { state: 'warning', text, advice }
  })
}
