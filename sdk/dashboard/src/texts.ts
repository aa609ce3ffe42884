import i18next, { type i18n as Translations } from 'i18next'
import type { ServerMessages } from './api/server-messages.ts'
import type { DashboardPlugin, TextSource, Texts } from './dashboard.ts'
import { clearFailedLoads, loadOnce } from './load-once.ts'
import { stored } from './local-storage.ts'

/** The languages of the dashboard. */
export type Language = 'en' | 'zh'

/** A plugin with texts, or the shell, which only has labels. */
type TextOwner = Pick<DashboardPlugin, 'plugin' | 'labels'> & Partial<Pick<DashboardPlugin, 'locales'>>

/** All loaded texts; each plugin has its own namespace. */
export const i18n: Translations = i18next.createInstance()
void i18n.init({
  lng: 'en',
  fallbackLng: 'en',
  supportedLngs: ['en', 'zh'],
  resources: {},
  initAsync: false,
  interpolation: { escapeValue: false },
})

/** The stored choice, else the first supported language of the browser, else English. */
export function preferredLanguage(): Language {
  const choice = stored('language')
  if (choice === 'en' || choice === 'zh') return choice
  for (const tag of navigator.languages) {
    const language = tag.toLowerCase().split('-')[0]
    if (language === 'zh' || language === 'en') return language
  }
  return 'en'
}

/** The current language. */
export const shownLanguage = (): Language => (i18n.language === 'zh' ? 'zh' : 'en')

const noMessages: ServerMessages = {}

/** `refusals` of a plugin in the current language. */
export const serverMessagesOf = (plugin: string): ServerMessages =>
  (i18n.getResource(shownLanguage(), plugin, 'refusals') as ServerMessages | undefined) ?? noMessages

const sdkTexts: TextOwner = {
  plugin: 'sdk',
  labels: { en: () => import('./locales/en.ts'), zh: () => import('./locales/zh.ts') },
}

const textsOf = async (source: TextSource): Promise<Texts> =>
  typeof source === 'function' ? (await source()).default : source

const owners = new Map<string, TextOwner>()
const loads = new Map<string, () => Promise<void>>()

/** Loads texts once. Always returns the same promise, or undefined if there are no such texts. */
function load(language: Language, part: 'labels' | 'locales', owner: TextOwner): Promise<void> | undefined {
  const source = owner[part]?.[language]
  if (source === undefined) return undefined
  const key = `${language} ${part} ${owner.plugin}`
  const existing = loads.get(key)
  if (existing) return existing()
  const loadTextsOnce = loadOnce(async () => {
    i18n.addResourceBundle(language, owner.plugin, await textsOf(source), true, true)
  })
  loads.set(key, loadTextsOnce)
  return loadTextsOnce()
}

/** Loads the texts of a plugin in the current language, once. Returns undefined if the plugin has none. */
export function loadTexts(plugin: string): Promise<void> | undefined {
  const owner = owners.get(plugin)
  return owner && load(shownLanguage(), 'locales', owner)
}

/** Like `loadTexts`, for all plugins. */
export const loadAllTexts = (): readonly Promise<void>[] =>
  [...owners.keys()].map(loadTexts).filter((loading) => loading !== undefined)

/** Loads the labels of `all` in `language`, and the other texts that are in use; then switches to it. */
export async function showLanguage(language: Language, all: readonly TextOwner[]): Promise<void> {
  clearFailedLoads()
  const inUse = [...owners.values()].filter(({ plugin }) => loads.has(`${shownLanguage()} locales ${plugin}`))
  for (const owner of [sdkTexts, ...all]) owners.set(owner.plugin, owner)
  await Promise.all([
    ...[...owners.values()].map((owner) => load(language, 'labels', owner)),
    ...inUse.map((owner) => load(language, 'locales', owner)),
  ])
  await i18n.changeLanguage(language)
  document.documentElement.lang = language === 'zh' ? 'zh-Hans' : 'en'
}
