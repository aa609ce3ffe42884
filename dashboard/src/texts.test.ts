import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DashboardPlugin, Texts } from '@svc/dashboard-sdk'
import { describe, expect, it } from 'vitest'
import { dashboards } from './plugins.ts'
import { shell } from './shell/shell.ts'

const repository = join(import.meta.dirname, '../..')
const languages = readdirSync(join(repository, 'dashboard/locales')).map((name) => name.replace('.json', ''))
const isPreview = (language: string) => 'preview' in textsIn('dashboard', language).language

const textsIn = (folder: string, language: string) => {
  const path = join(repository, folder, 'locales', `${language}.json`)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}
const globalTexts = ({ plugin }: DashboardPlugin, language: string): Texts =>
  textsIn(plugin === 'shell' ? 'dashboard' : `plugins/${plugin}`, language).global

const textAt = (texts: Texts, key: string): unknown =>
  key.split('.').reduce<unknown>((at, part) => (at as Texts | undefined)?.[part], texts)

/** Text keys that the shell and other plugins show for a plugin. */
const labelKeysOf = ({ pages, slots, widgets }: DashboardPlugin): string[] => [
  ...pages.flatMap(({ title, nav }) => (nav?.group === 'settings' ? [title, nav.hint] : [title])),
  ...slots.flatMap(({ title }) => title ?? []),
  ...widgets.flatMap(({ name, description }) => [name, description ?? name]),
]

describe.each([shell, ...dashboards].filter((plugin) => labelKeysOf(plugin).length > 0))(
  'the global texts of $plugin',
  (plugin) => {
    it.each(languages.filter((language) => !isPreview(language)))(
      'cover its pages, tabs and widgets (%s)',
      (language) => {
        const texts = globalTexts(plugin, language)
        expect(labelKeysOf(plugin).filter((key) => typeof textAt(texts, key) !== 'string')).toEqual([])
      },
    )
  },
)
