import { badRequest } from '@svc/plugin-sdk'
import { type FoundPackage, PackageError, readPackage } from '@svc/widget-package'

/** Why something is not installed; nothing of it is stored. */
export const rejection = (sentence: string) => badRequest(sentence)

/** Reads what was sent or fetched. Throws 400 with the reason when anything is wrong with it. */
export async function readSent(bytes: Buffer): Promise<FoundPackage> {
  try {
    return await readPackage(bytes)
  } catch (error) {
    if (error instanceof PackageError) throw rejection(error.message)
    throw error
  }
}
