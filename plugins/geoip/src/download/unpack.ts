import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { coversPublicInternet, DatabaseError, openDatabase } from '../place-database.ts'
import { DownloadFailure } from './download-failure.ts'

/** the file has about 8 MB */
const maxUnpackedBytes = 128 * 1024 * 1024

const isPacked = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b

const gunzipLimited = (bytes: Buffer): Promise<Buffer> =>
  promisify(gunzip)(bytes, { maxOutputLength: maxUnpackedBytes }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_BUFFER_TOO_LARGE') {
      throw new DownloadFailure('too_large', `the file unpacks to more than ${maxUnpackedBytes} bytes`)
    }
    throw new DownloadFailure('invalid', 'the file is corrupted and cannot be unpacked')
  })

const open = (file: Buffer) => {
  try {
    return openDatabase(file)
  } catch (error) {
    if (error instanceof DatabaseError)
      throw new DownloadFailure(error.kind, `the file is not usable: ${error.message}`)
    throw error
  }
}

/** Unpacks a download off the main thread and verifies that it is a usable database. */
export async function unpack(bytes: Buffer): Promise<Buffer> {
  // A proxy may have unpacked it.
  const file = isPacked(bytes) ? await gunzipLimited(bytes) : bytes
  if (!coversPublicInternet(open(file))) {
    throw new DownloadFailure('invalid', 'the file is not usable: it does not contain well-known addresses')
  }
  return file
}
