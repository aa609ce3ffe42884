export { type Files, isArchive, readArchive } from './archive.ts'
export { limits } from './limits.ts'
export { PackageError } from './package-error.ts'
export { type FoundPackage, type FoundWidget, readPackage, singleEntry } from './read-package.ts'
