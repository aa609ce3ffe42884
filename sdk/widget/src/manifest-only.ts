/** What is known of a module without running it; neither React nor Zod is loaded. */
export { isCompatible } from './compatible.js'
export type { SizingStrategy, WidgetCategory, WidgetManifest, WidgetSizing } from './manifest.js'
export { type ProvidedImport, providedImports } from './provided-imports.js'
export { manifestTag, mostSourceBytes, readManifest } from './read-manifest.js'
export { ManifestError, validateManifest } from './validate-manifest.js'
