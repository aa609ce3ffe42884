import i18next, { type i18n as Translations } from 'i18next'
import { clearFailedLoads, loadOnce } from './load-once.ts'
import { stored } from './local-storage.ts'

/** Texts of one language: nested objects of strings, i18next syntax (`{{name}}`, `_one`, `_other`). */
export interface Texts {
  readonly [key: string]: string | Texts
}

/** A language of the dashboard, as its files are named: `en`, `zh`. */
export type Language = string

type TextFiles = Readonly<Record<Language, () => Promise<Texts>>>

/** Whose texts: a plugin by its id, `shell`, `sdk`, `kernel` or another package of the SDK. */
export interface TextOwner {
  readonly id: string
  /** what is shown outside of the owner's own parts; loaded before the first page */
  readonly global: TextFiles
  /** loaded with the first part of the owner */
  readonly others: TextFiles
}

/** A language that users can choose. */
export interface LanguageChoice {
  readonly id: Language
  /** in the language itself */
  readonly name: string
  /** BCP 47 tag of its pages */
  readonly tag: string
  /** mark of a language whose texts nobody has reviewed; those that are missing are shown in English */
  readonly preview?: string
}

const english = 'en'

/** All loaded texts; each owner has its own namespace. */
export const i18n: Translations = i18next.createInstance()
void i18n.init({
  lng: english,
  fallbackLng: english,
  resources: {},
  initAsync: false,
  interpolation: { escapeValue: false },
})

/** The stored choice, else the first language that the browser asks for and is no preview, else the first one. */
export function preferredLanguage(languages: readonly LanguageChoice[]): LanguageChoice {
  const chosen = languages.find(({ id }) => id === stored('language'))
  const wanted = navigator.languages.map((tag) => tag.toLowerCase().split('-')[0])
  const found = wanted.flatMap((id) => languages.find((language) => language.id === id && !language.preview) ?? [])
  return chosen ?? found[0] ?? (languages[0] as LanguageChoice)
}

/** The current language. */
export const shownLanguage = (): Language => i18n.language

const owners = new Map<string, TextOwner>()
const loads = new Map<string, () => Promise<void>>()
/** Languages whose texts may be incomplete. */
const previews = new Set<Language>()

/** Loads texts once. Always returns the same promise, or undefined if there are no such texts. */
function load(language: Language, part: 'global' | 'others', owner: TextOwner): Promise<void> | undefined {
  const files = Object.entries(owner[part]).filter(
    ([name]) => name === language || (name === english && previews.has(language)),
  )
  if (files.length === 0) return undefined
  const key = `${language} ${part} ${owner.id}`
  const existing = loads.get(key)
  if (existing) return existing()
  const loadTextsOnce = loadOnce(async () => {
    await Promise.all(
      files.map(async ([name, read]) => i18n.addResourceBundle(name, owner.id, await read(), true, true)),
    )
  })
  loads.set(key, loadTextsOnce)
  return loadTextsOnce()
}

/** Adds the texts of an owner that is not of this build, and loads its global ones. Those of a former version are forgotten. */
export async function addTextOwner(owner: TextOwner): Promise<void> {
  owners.set(owner.id, owner)
  for (const key of [...loads.keys()]) if (key.endsWith(` ${owner.id}`)) loads.delete(key)
  await load(shownLanguage(), 'global', owner)
}

/** Loads the texts of an owner in the current language, once. Returns undefined if it has none. */
export function loadTexts(owner: string): Promise<void> | undefined {
  const found = owners.get(owner)
  return found && load(shownLanguage(), 'others', found)
}

/** Like `loadTexts`, for all owners. */
export const loadAllTexts = (): readonly Promise<void>[] =>
  [...owners.keys()].map(loadTexts).filter((loading) => loading !== undefined)

/** Loads the global texts of `all` in a language, and the other texts that are in use; then switches to it. */
export async function showLanguage({ id, tag, preview }: LanguageChoice, all: readonly TextOwner[]): Promise<void> {
  clearFailedLoads()
  if (preview) previews.add(id)
  const inUse = [...owners.values()].filter((owner) => loads.has(`${shownLanguage()} others ${owner.id}`))
  for (const owner of all) owners.set(owner.id, owner)
  await Promise.all([
    ...[...owners.values()].map((owner) => load(id, 'global', owner)),
    ...inUse.map((owner) => load(id, 'others', owner)),
  ])
  await i18n.changeLanguage(id)
  document.documentElement.lang = tag
}
