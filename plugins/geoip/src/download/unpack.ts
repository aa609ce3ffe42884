import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { text } from '@svc/plugin-sdk'
import { type Database, DatabaseError, type DatabaseKind } from '../database.ts'
import { DownloadFailure } from './download-failure.ts'

/** the file has about 8 MB */
const maxUnpackedBytes = 128 * 1024 * 1024

const isPacked = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b

const gunzipLimited = (bytes: Buffer): Promise<Buffer> =>
  promisify(gunzip)(bytes, { maxOutputLength: maxUnpackedBytes }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_BUFFER_TOO_LARGE') {
      throw new DownloadFailure(
        'too_large',
        text('geoip.FILE_TOO_LARGE', { limit: { value: maxUnpackedBytes, unit: 'bytes' } }),
      )
    }
    throw new DownloadFailure('invalid', text('geoip.NOT_UNPACKABLE'))
  })

const open = <D extends Database>(file: Buffer, kind: DatabaseKind<D>) => {
  try {
    return kind.open(file)
  } catch (error) {
    if (error instanceof DatabaseError)
      throw new DownloadFailure(error.kind, text('geoip.UNUSABLE_FILE', { reason: error.text }))
    throw error
  }
}

/** Unpacks a download off the main thread and verifies that it is a usable database. */
export async function unpack<D extends Database>(bytes: Buffer, kind: DatabaseKind<D>): Promise<Buffer> {
  // A proxy may have unpacked it.
  const file = isPacked(bytes) ? await gunzipLimited(bytes) : bytes
  if (!kind.coversPublicInternet(open(file, kind))) {
    throw new DownloadFailure('invalid', text('geoip.UNUSABLE_FILE', { reason: text('geoip.NO_PUBLIC_ADDRESSES') }))
  }
  return file
}
