import i18next, { type i18n as Translations } from 'i18next'
import type { ServerMessages } from './api/server-messages.ts'
import type { DashboardPlugin, TextSource, Texts } from './dashboard.ts'
import { clearFailedLoads, loadOnce } from './load-once.ts'
import { stored } from './local-storage.ts'

/** The languages of the dashboard. */
export type Language = 'en' | 'zh'

/** Who has texts: a plugin, or the shell, all of whose texts are labels. */
type Speaker = Pick<DashboardPlugin, 'plugin' | 'labels'> & Partial<Pick<DashboardPlugin, 'locales'>>

/** All texts that were loaded; a plugin's are the namespace of its name. */
export const i18n: Translations = i18next.createInstance()
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

/** The language that is shown. */
export const shownLanguage = (): Language => (i18n.language === 'zh' ? 'zh' : 'en')

const nothing: ServerMessages = {}

/** `refusals` of a plugin in the shown language. */
export const serverMessagesOf = (plugin: string): ServerMessages =>
  (i18n.getResource(shownLanguage(), plugin, 'refusals') as ServerMessages | undefined) ?? nothing

const own: Speaker = {
  plugin: 'sdk',
  labels: { en: () => import('./locales/en.ts'), zh: () => import('./locales/zh.ts') },
}

const textsOf = async (source: TextSource): Promise<Texts> =>
  typeof source === 'function' ? (await source()).default : source

const speakers = new Map<string, Speaker>()
const loads = new Map<string, () => Promise<void>>()

/** Adds texts once. Gives the load, which is the same for ever, or undefined when there are no such texts. */
function added(language: Language, part: 'labels' | 'locales', speaker: Speaker): Promise<void> | undefined {
  const source = speaker[part]?.[language]
  if (source === undefined) return undefined
  const key = `${language} ${part} ${speaker.plugin}`
  const known = loads.get(key)
  if (known) return known()
  const load = loadOnce(async () => {
    i18n.addResourceBundle(language, speaker.plugin, await textsOf(source), true, true)
  })
  loads.set(key, load)
  return load()
}

/**
 * Begins to load the texts of a plugin in the shown language, once. Gives the load, or undefined when nobody has such
 * texts.
 */
export function loadTexts(plugin: string): Promise<void> | undefined {
  const speaker = speakers.get(plugin)
  return speaker && added(shownLanguage(), 'locales', speaker)
}

/** As `loadTexts`, for everybody who has texts. */
export const loadAllTexts = (): readonly Promise<void>[] =>
  [...speakers.keys()].map(loadTexts).filter((load) => load !== undefined)

/** Loads the labels of `all` in `language`, and what is shown of their other texts; then switches to it. */
export async function showLanguage(language: Language, all: readonly Speaker[]): Promise<void> {
  clearFailedLoads()
  const shown = [...speakers.values()].filter(({ plugin }) => loads.has(`${shownLanguage()} locales ${plugin}`))
  for (const speaker of [own, ...all]) speakers.set(speaker.plugin, speaker)
  await Promise.all([
    ...[...speakers.values()].map((speaker) => added(language, 'labels', speaker)),
    ...shown.map((speaker) => added(language, 'locales', speaker)),
  ])
  await i18n.changeLanguage(language)
  document.documentElement.lang = language === 'zh' ? 'zh-Hans' : 'en'
}
