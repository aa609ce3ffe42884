import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { DatabaseFault, knowsTheInternet, openDatabase } from '../place-database.ts'
import { DownloadFault } from './download-fault.ts'

/** bytes; the file has eight million */
const mostUnpacked = 128 * 1024 * 1024

const isPacked = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b

const unpacked = (bytes: Buffer): Promise<Buffer> =>
  promisify(gunzip)(bytes, { maxOutputLength: mostUnpacked }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_BUFFER_TOO_LARGE') {
      throw new DownloadFault('too_large', `the file unpacks to more than ${mostUnpacked} bytes`)
    }
    throw new DownloadFault('invalid', 'the file is damaged: it does not unpack')
  })

const opened = (file: Buffer) => {
  try {
    return openDatabase(file)
  } catch (error) {
    if (error instanceof DatabaseFault) throw new DownloadFault(error.kind, `the file is not usable: ${error.message}`)
    throw error
  }
}

/** Unpacks what was downloaded, off the main thread, and proves that it is a database of the internet's places. */
export async function unpack(bytes: Buffer): Promise<Buffer> {
  // the proxy of an operator may have unpacked it on the way
  const file = isPacked(bytes) ? await unpacked(bytes) : bytes
  if (!knowsTheInternet(opened(file))) {
    throw new DownloadFault('invalid', 'the file is not usable: it does not know well-known addresses')
  }
  return file
}
