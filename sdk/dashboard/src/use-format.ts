import { type Format, makeFormat } from './format.ts'
import { useLanguage } from './i18n.ts'

/** The formats of the chosen language, in the browser's regional variant of it when there is one. */
export function useFormat(): Format {
  const language = useLanguage()
  const regional = navigator.languages.find((tag) => tag.toLowerCase().split('-')[0] === language)
  return makeFormat(regional ?? (language === 'zh' ? 'zh-Hans' : 'en'))
}
