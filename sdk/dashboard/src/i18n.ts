import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import type { DashboardPlugin, TextSource, Texts } from './dashboard.js'
import { usePluginScope } from './plugin-scope.js'
import { stored } from './stored.js'

/** The languages of the dashboard. */
export type Language = 'en' | 'zh'

/** Looks a text up: `t('list.empty')`, `t('list.count', { count: 3 })`. */
export type Translate = (key: string | readonly string[], values?: Readonly<Record<string, unknown>>) => string

const i18n = i18next.createInstance()
void i18n.init({
  lng: 'en',
  fallbackLng: 'en',
  supportedLngs: ['en', 'zh'],
  resources: {},
  initAsync: false,
  interpolation: { escapeValue: false },
})

/** The stored choice, else the first language of the browser that we speak, else English. */
export function preferredLanguage(): Language {
  const choice = stored('language')
  if (choice === 'en' || choice === 'zh') return choice
  for (const tag of navigator.languages) {
    const language = tag.toLowerCase().split('-')[0]
    if (language === 'zh' || language === 'en') return language
  }
  return 'en'
}

const own: Pick<DashboardPlugin, 'plugin' | 'locales'> = {
  plugin: 'sdk',
  locales: { en: () => import('./locales/en.js'), zh: () => import('./locales/zh.js') },
}

const textsOf = async (source: TextSource): Promise<Texts> =>
  typeof source === 'function' ? (await source()).default : source

/** Loads the texts of `sources` in `language`, then switches to it. */
export async function showLanguage(
  language: Language,
  sources: readonly Pick<DashboardPlugin, 'plugin' | 'locales'>[],
): Promise<void> {
  await Promise.all(
    [own, ...sources].map(async ({ plugin, locales }) => {
      if (i18n.hasResourceBundle(language, plugin)) return
      i18n.addResourceBundle(language, plugin, await textsOf(locales[language]))
    }),
  )
  await i18n.changeLanguage(language)
  document.documentElement.lang = language === 'zh' ? 'zh-Hans' : 'en'
}

// A long list asks for texts in many places: one translator per plugin serves them all, until the texts change.
const translators = new Map<string, Translate>()
const listeners = new Set<() => void>()

function textsChanged() {
  translators.clear()
  for (const notify of listeners) notify()
}

i18n.on('languageChanged', textsChanged)
i18n.store.on('added', textsChanged)

function onTexts(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

function translatorOf(namespace: string): Translate {
  const known = translators.get(namespace)
  if (known) return known
  const look = i18n.getFixedT(null, namespace)
  const translate: Translate = (key, values) => look(key as string, { ...values })
  translators.set(namespace, translate)
  return translate
}

/** The texts of a plugin: by default of the one whose contribution is being rendered. */
export function useT(namespace?: string): Translate {
  const scope = usePluginScope()
  const name = namespace ?? scope
  return useSyncExternalStore(onTexts, () => translatorOf(name))
}

const shownLanguage = (): Language => (i18n.language === 'zh' ? 'zh' : 'en')

/** The language that is shown. */
export function useLanguage(): Language {
  return useSyncExternalStore(onTexts, shownLanguage)
}
