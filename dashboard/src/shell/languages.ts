import type { Language } from '@svc/dashboard-sdk'
import { showLanguage, store } from '@svc/dashboard-sdk/host'
import { dashboards } from '../plugins.ts'
import { shell } from './shell.ts'

export const languages: readonly { value: Language; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'zh', label: '简体中文' },
]

/** Loads the texts of a language, switches to it, and remembers the choice. */
export async function chooseLanguage(language: Language): Promise<void> {
  await showLanguage(language, [shell, ...dashboards])
  store('language', language)
}
