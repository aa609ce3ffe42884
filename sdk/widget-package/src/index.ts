export { type Files, isArchive, readArchive } from './archive.js'
export { limits } from './limits.js'
export { PackageError } from './package-error.js'
export { type FoundPackage, type FoundWidget, readPackage, singleEntry } from './read-package.js'
