import { Type } from '@sinclair/typebox'
import type { TextCode } from '@svc/plugin-sdk'
import { badField } from './errors.ts'

/** As Linux has it; the host has its own limits as well. */
const maxPathBytes = 4096

/** The schema of a path; `checkPath` does the rest. */
export const Path = Type.String({ description: 'absolute path on the host' })

const isAbsolute = (path: string) => path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path) || path.startsWith('\\\\')

function violation(path: string): TextCode | undefined {
  if (path === '') return 'kernel.NOT_EMPTY'
  if (path.includes('\0')) return 'files.PATH_CHARACTERS'
  if (Buffer.byteLength(path) > maxPathBytes) return 'files.PATH_TOO_LONG'
  return isAbsolute(path) ? undefined : 'files.PATH_NOT_ABSOLUTE'
}

/** Refuses what cannot be a path on any host. What a path may reach is decided there. */
export function checkPath(path: string, field = 'path'): void {
  const code = violation(path)
  if (code) throw badField(field, code, code === 'files.PATH_TOO_LONG' ? { max: maxPathBytes } : undefined)
}

/** The last component. */
export const baseName = (path: string): string => path.split(/[\\/]/).findLast((part) => part !== '') ?? ''
