import { open } from 'node:fs/promises'
import { ApiError, type Offloaded } from '@svc/plugin-sdk'
import { archiveDamaged } from '../errors.ts'
import { type ArchiveKey, ageMagic, type OpenInput } from './archive-format.ts'

/** A header with one passphrase has 150 bytes. */
const maxHeaderBytes = 64 * 1024

/** Opens the header of an archive with its passphrase. Needs only the beginning of the file. */
const openArchive: Offloaded<OpenInput, ArchiveKey> = async (_, { from, passphrase }) => {
  await using file = await open(from)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(maxHeaderBytes), 0, maxHeaderBytes, 0)
  const begin = buffer.subarray(0, bytesRead)
  const macAt = begin.indexOf('\n--- ')
  const end = begin.indexOf('\n', macAt + 1)
  if (!begin.subarray(0, ageMagic.length).equals(ageMagic) || macAt < 0 || end < 0) throw archiveDamaged()
  if (!begin.includes('\n-> scrypt ')) throw new ApiError(422, 'backup.ARCHIVE_WITHOUT_PASSPHRASE')
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return await decrypter.decryptHeader(begin.subarray(0, end + 1))
  } catch (error) {
    // The only failure of a whole header that the passphrase explains.
    const isWrong = error instanceof Error && error.message.startsWith('no identity matched')
    throw isWrong ? new ApiError(422, 'backup.WRONG_PASSPHRASE') : archiveDamaged()
  }
}

export default openArchive
