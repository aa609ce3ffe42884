import type { Language } from '@svc/dashboard-sdk'
import { showLanguage, store } from '@svc/dashboard-sdk/host'
import { dashboards } from '../plugins.ts'
import { shellTexts } from './texts.ts'

export const languages: readonly { value: Language; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'zh', label: '简体中文' },
]

/** Fetches the texts of a language, shows it, and remembers the choice. */
export async function chooseLanguage(language: Language): Promise<void> {
  await showLanguage(language, [shellTexts, ...dashboards])
  store('language', language)
}
