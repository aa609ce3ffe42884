import { ApiError, conflict } from '@svc/plugin-sdk'

export const tooLarge = (max: number) =>
  new ApiError(413, 'backup.TOO_LARGE', { max: { value: max, unit: 'bytes' } }, { code: 'PAYLOAD_TOO_LARGE' })
export const restoreRunning = () => conflict('backup.RESTORE_RUNNING')
/** `needed` more bytes would have to be free. */
export const diskFull = (needed?: number) =>
  needed === undefined
    ? new ApiError(507, 'backup.DISK_FULL', undefined, { code: 'INSUFFICIENT_STORAGE' })
    : new ApiError(
        507,
        'backup.NO_SPACE',
        { needed: { value: needed, unit: 'bytes' } },
        { code: 'INSUFFICIENT_STORAGE' },
      )

const fullCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL']

/** Names a full disk, which the system and SQLite report by codes of theirs. */
export const withDiskFull = (error: unknown): unknown =>
  fullCodes.includes((error as { code?: unknown }).code) ? diskFull() : error
