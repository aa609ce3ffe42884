import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CapabilityManifest, CapabilityTexts } from '@svc/protocol'

/** A capability as its package declares it. */
export type DeclaredCapability = readonly [name: string, CapabilityManifest]

interface Locale {
  readonly capabilities?: Readonly<Record<string, CapabilityTexts>>
}

/** The languages and texts of a package that has `locales/<language>.json` files. */
function localesOf(folder: string): readonly (readonly [language: string, Locale])[] {
  try {
    const files = readdirSync(join(folder, 'locales')).filter((file) => file.endsWith('.json'))
    return files.map((file) => [
      file.slice(0, -'.json'.length),
      JSON.parse(readFileSync(join(folder, 'locales', file), 'utf8')),
    ])
  } catch {
    return []
  }
}

/** The capabilities that a package declares, with the texts of its locales. */
export function declaredCapabilities(
  folder: string,
  declared: Readonly<Record<string, CapabilityManifest>> = {},
): DeclaredCapability[] {
  if (Object.keys(declared).length === 0) return []
  const locales = localesOf(folder)
  return Object.entries(declared).map(([name, manifest]) => {
    const texts = locales.flatMap(([language, { capabilities = {} }]) =>
      Object.hasOwn(capabilities, name) ? [[language, capabilities[name]]] : [],
    )
    return [name, { ...manifest, texts: Object.fromEntries(texts) }]
  })
}
