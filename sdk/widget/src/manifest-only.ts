/** What is known of a module without running it; neither React nor Zod is loaded. */
export { isCompatible } from './compatible.ts'
export type { SizingStrategy, WidgetCategory, WidgetManifest, WidgetSizing } from './manifest.ts'
export { type ProvidedImport, providedImports } from './provided-imports.ts'
export { manifestTag, mostSourceBytes, readManifest } from './read-manifest.ts'
export { ManifestError, validateManifest } from './validate-manifest.ts'
