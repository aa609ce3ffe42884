import english from '../locales/en.json'
import { showLanguage } from '../src/texts.ts'

/** Shows the texts of the SDK in English. */
export const showEnglish = (): Promise<void> =>
  showLanguage({ id: 'en', name: 'English', tag: 'en' }, [
    { id: 'sdk', global: { en: async () => english.global }, others: {} },
  ])
