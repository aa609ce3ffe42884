import type { Language } from '@svc/dashboard-sdk'
import { showLanguage, store } from '@svc/dashboard-sdk/host'
import { dashboards } from '../plugins.ts'

/** The texts of the shell. All of them are labels, because they surround every page. */
export const shellTexts = {
  plugin: 'shell',
  labels: { en: () => import('../locales/en.json'), zh: () => import('../locales/zh.json') },
}

export const languages: readonly { value: Language; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'zh', label: '简体中文' },
]

/** Loads the texts of a language, switches to it, and remembers the choice. */
export async function chooseLanguage(language: Language): Promise<void> {
  await showLanguage(language, [shellTexts, ...dashboards])
  store('language', language)
}
