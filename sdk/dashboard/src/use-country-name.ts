import { useLanguage } from './i18n.ts'
import type { Language } from './texts.ts'

const made = new Map<Language, (code: string) => string | undefined>()

function namesIn(language: Language) {
  const names = new Intl.DisplayNames([language === 'zh' ? 'zh-Hans' : 'en'], { type: 'region', fallback: 'none' })
  // Asking costs more than drawing the row that asks.
  const known = new Map<string, string | undefined>()
  const ask = (code: string): string | undefined => {
    try {
      return names.of(code.toUpperCase())
    } catch {
      return undefined
    }
  }
  return (code: string): string | undefined => {
    if (!known.has(code)) known.set(code, ask(code))
    return known.get(code)
  }
}

/** Names countries in the chosen language; undefined for codes that are no country. */
export function useCountryName(): (code: string) => string | undefined {
  const language = useLanguage()
  const name = made.get(language) ?? namesIn(language)
  made.set(language, name)
  return name
}
