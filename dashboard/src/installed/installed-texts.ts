import type { TextOwner, Texts } from '@svc/dashboard-sdk/host'
import { languages } from '../texts.ts'

/** The dashboard of a third-party plugin, as the server lists it. */
export interface Listed {
  readonly plugin: string
  /** its files are below it */
  readonly address: string
  readonly bytes: number
  /** of its texts */
  readonly languages: readonly string[]
  /** it has the module `index.js`; otherwise only texts */
  readonly module: boolean
  readonly styles: boolean
}

const english = 'en'

function merge(base: Texts, more: Texts): Texts {
  const merged: Record<string, string | Texts> = { ...base }
  for (const [key, text] of Object.entries(more)) {
    const former = merged[key]
    merged[key] = typeof text === 'object' && typeof former === 'object' ? merge(former, text) : text
  }
  return merged
}

/** The texts of a third-party plugin. Those that it lacks in a language are shown in English. */
export function textsOf({ plugin, address, languages: own }: Listed): TextOwner {
  const files = new Map<string, Promise<Texts>>()
  const read = async (language: string): Promise<Texts> => {
    const response = await fetch(`${address}/locales/${language}.json`)
    if (!response.ok) throw new Error(`the texts of plugin ${plugin}: status ${response.status}`)
    return (await response.json()) as Texts
  }
  const readOnce = (language: string): Promise<Texts> => {
    const reading = files.get(language) ?? read(language)
    files.set(language, reading)
    reading.catch(() => files.delete(language))
    return reading
  }
  const all = async (language: string): Promise<Texts> => {
    const wanted = [...new Set([english, language])].filter((one) => own.includes(one))
    return (await Promise.all(wanted.map(readOnce))).reduce<Texts>(merge, {})
  }
  const global = async (language: string) => {
    const section = (await all(language)).global
    return typeof section === 'object' ? section : {}
  }
  const others = async (language: string) => {
    const { global: _, ...rest } = await all(language)
    return rest
  }
  const byLanguage = (load: (language: string) => Promise<Texts>) =>
    Object.fromEntries(languages.map(({ id }) => [id, () => load(id)]))
  return { id: plugin, global: byLanguage(global), others: byLanguage(others) }
}
