import { badRequest } from '@svc/plugin-sdk'
import { PackageError, readPackage, type WidgetPackage } from '@svc/widget-package'

export const rejection = (sentence: string) => badRequest(sentence)

/** Validates a module or archive; throws 400 with the reason. */
export async function validatePackage(bytes: Buffer): Promise<WidgetPackage> {
  try {
    return await readPackage(bytes)
  } catch (error) {
    if (error instanceof PackageError) throw rejection(error.message)
    throw error
  }
}
