export { type Files, isArchive, readArchive } from './archive.ts'
export { limits } from './limits.ts'
export { PackageError } from './package-error.ts'
export { type PackagedWidget, readPackage, singleEntry, type WidgetPackage } from './read-package.ts'
