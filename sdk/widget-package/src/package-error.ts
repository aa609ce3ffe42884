/** Why a package cannot be installed. */
export class PackageError extends Error {
  override name = 'PackageError'
}
