import { use, useSyncExternalStore } from 'react'
import { usePluginScope } from './plugin-scope.tsx'
import { i18n, type Language, loadAllTexts, loadTexts, shownLanguage } from './texts.ts'

/** Looks up a text: `t('list.empty')`, `t('list.count', { count: 3 })`. */
export type Translate = (key: string | readonly string[], values?: Readonly<Record<string, unknown>>) => string

// One translator per plugin, shared by all of its components until the texts change.
const translators = new Map<string, Translate>()
const namespaces = new WeakMap<Translate, string>()
const listeners = new Set<() => void>()

function textsChanged() {
  for (const notify of listeners) notify()
}

i18n.on('languageChanged', () => {
  translators.clear()
  textsChanged()
})
i18n.store.on('added', (_language: string, namespace: string) => {
  translators.delete(namespace)
  textsChanged()
})

function onTexts(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

export function translatorOf(namespace: string): Translate {
  const cached = translators.get(namespace)
  if (cached) return cached
  const lookUp = i18n.getFixedT(null, namespace)
  const translate: Translate = (key, values) => lookUp(key as string, { ...values })
  translators.set(namespace, translate)
  namespaces.set(translate, namespace)
  return translate
}

/** The plugin whose texts `t` looks up. */
export const pluginBehind = (t: Translate): string | undefined => namespaces.get(t)

/** The labels of a plugin, for code outside of that plugin. */
export function useLabels(plugin: string): Translate {
  return useSyncExternalStore(onTexts, () => translatorOf(plugin))
}

/** Labels of any plugin: `label(page.plugin, page.item.title)`. */
export function useAllLabels(): (plugin: string, key: string) => string {
  useSyncExternalStore(onTexts, shownLanguage)
  return (plugin, key) => translatorOf(plugin)(key)
}

/** The texts of a plugin, by default of the one being rendered. Suspends while they load. */
export function useT(namespace?: string): Translate {
  const scope = usePluginScope()
  const name = namespace ?? scope
  const translate = useLabels(name)
  const load = loadTexts(name)
  // Call `use` even if they are loaded: after suspending, React expects the same hook again.
  if (load) use(load)
  return translate
}

/** Like `useT()`, with the texts of all plugins loaded, as in `t('metrics:plugin.title')`. */
export function useAllTexts(): Translate {
  const translate = useT()
  for (const load of loadAllTexts()) use(load)
  return translate
}

/** The current language. */
export function useLanguage(): Language {
  return useSyncExternalStore(onTexts, shownLanguage)
}
