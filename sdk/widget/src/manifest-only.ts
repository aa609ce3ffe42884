/** Reading and validating manifests; loads neither React nor Zod. */
export { isCompatible } from './compatible.ts'
export type { SizingStrategy, WidgetCategory, WidgetManifest, WidgetSizing } from './manifest.ts'
export { manifestTexts } from './manifest-texts.ts'
export { type ProvidedImport, providedImports } from './provided-imports.ts'
export { manifestTag, maxSourceBytes, readManifest } from './read-manifest.ts'
export { ManifestError, type OnNote, validateManifest } from './validate-manifest.ts'
export { SDK_VERSION } from './version.ts'
