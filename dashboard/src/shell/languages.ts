import { type LanguageChoice, showLanguage, store } from '@svc/dashboard-sdk/host'
import { textOwners } from '../texts.ts'

/** Loads the texts of a language, switches to it, and remembers the choice. */
export async function chooseLanguage(language: LanguageChoice): Promise<void> {
  await showLanguage(language, textOwners)
  store('language', language.id)
}
