import { ApiError, type CodedText, conflict, notFound, type TextCode } from '@svc/plugin-sdk'

export const tooLarge = (max: number) =>
  new ApiError(413, 'backup.TOO_LARGE', { max: { value: max, unit: 'bytes' } }, { code: 'PAYLOAD_TOO_LARGE' })
export const isBusy = () => conflict('backup.BUSY')
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
export const archiveDamaged = () => new ApiError(422, 'backup.ARCHIVE_DAMAGED')
export const notABackup = () => new ApiError(422, 'backup.NOT_A_BACKUP')
export const noSuchBackup = (name: string) => notFound('backup.NO_SUCH_BACKUP', { name })

/** A directory or store that does not do what it is asked. */
export const destinationFailed = (code: TextCode, params: CodedText['params'] = {}) =>
  new ApiError(502, code, params, { code: 'BAD_GATEWAY' })

const fullCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL']

/** Names a full disk, which the system and SQLite report by codes of theirs. */
export const withDiskFull = (error: unknown): unknown =>
  fullCodes.includes((error as { code?: unknown }).code) ? diskFull() : error
