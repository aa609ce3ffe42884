import { type Language, useLanguage } from '@svc/dashboard-sdk'

const made = new Map<Language, (code: string) => string | undefined>()

function namesIn(language: Language) {
  const names = new Intl.DisplayNames([language === 'zh' ? 'zh-Hans' : 'en'], { type: 'region', fallback: 'none' })
  return (code: string): string | undefined => {
    try {
      return names.of(code.toUpperCase())
    } catch {
      return undefined
    }
  }
}

/** Names countries in the chosen language; undefined for codes that are no country. */
export function useCountryName(): (code: string) => string | undefined {
  const language = useLanguage()
  const name = made.get(language) ?? namesIn(language)
  made.set(language, name)
  return name
}
