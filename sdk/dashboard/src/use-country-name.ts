import { useLanguage } from './i18n.ts'
import type { Language } from './texts.ts'

const namersByLanguage = new Map<Language, (code: string) => string | undefined>()

function makeNamer(language: Language) {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
  // Intl lookups are slow; long lists need a cache.
  const cache = new Map<string, string | undefined>()
  const lookUp = (code: string): string | undefined => {
    try {
      return names.of(code.toUpperCase())
    } catch {
      return undefined
    }
  }
  return (code: string): string | undefined => {
    if (!cache.has(code)) cache.set(code, lookUp(code))
    return cache.get(code)
  }
}

/** Returns country names in the current language; undefined for unknown codes. */
export function useCountryName(): (code: string) => string | undefined {
  const language = useLanguage()
  const name = namersByLanguage.get(language) ?? makeNamer(language)
  namersByLanguage.set(language, name)
  return name
}
