/** Why something cannot be installed, in one sentence. */
export class PackageError extends Error {
  override name = 'PackageError'
}
