import { use, useSyncExternalStore } from 'react'
import type { ServerMessages } from './api/server-messages.ts'
import { usePluginScope } from './plugin-scope.tsx'
import { i18n, type Language, loadAllTexts, loadTexts, serverMessagesOf, shownLanguage } from './texts.ts'

/** Looks a text up: `t('list.empty')`, `t('list.count', { count: 3 })`. */
export type Translate = (key: string | readonly string[], values?: Readonly<Record<string, unknown>>) => string

// A long list asks for texts in many places: one translator per plugin serves them all, until its texts change.
const translators = new Map<string, Translate>()
const speakers = new WeakMap<Translate, string>()
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
  const known = translators.get(namespace)
  if (known) return known
  const look = i18n.getFixedT(null, namespace)
  const translate: Translate = (key, values) => look(key as string, { ...values })
  translators.set(namespace, translate)
  speakers.set(translate, namespace)
  return translate
}

/** What the plugin whose texts `t` looks up, and then the dashboard, say for sentences of the server. */
export function serverMessagesFor(t: Translate): readonly ServerMessages[] {
  const plugin = speakers.get(t)
  return [...(plugin === undefined ? [] : [plugin]), 'sdk'].map(serverMessagesOf)
}

/** The labels of a plugin, for those who show its name without being a part of it. */
export function useLabels(plugin: string): Translate {
  return useSyncExternalStore(onTexts, () => translatorOf(plugin))
}

/** The texts of a plugin: by default of the one whose contribution is being rendered. Suspends while they are loaded. */
export function useT(namespace?: string): Translate {
  const scope = usePluginScope()
  const name = namespace ?? scope
  const translate = useLabels(name)
  const load = loadTexts(name)
  // also when they are there: React wants `use` again where it has waited, or the hooks after it fail
  if (load) use(load)
  return translate
}

/**
 * As `useT()`, for parts that speak of what others do: all that plugins have to say is there, as in
 * `t('metrics:plugin.title')`.
 */
export function useAllTexts(): Translate {
  const translate = useT()
  for (const load of loadAllTexts()) use(load)
  return translate
}

/** The language that is shown. */
export function useLanguage(): Language {
  return useSyncExternalStore(onTexts, shownLanguage)
}
