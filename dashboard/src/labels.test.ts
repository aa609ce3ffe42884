import type { DashboardPlugin, Texts } from '@svc/dashboard-sdk'
import { describe, expect, it } from 'vitest'
import { dashboards } from './plugins.ts'
import { shell } from './shell/shell.ts'

const labelsOf = async ({ labels }: DashboardPlugin, language: 'en' | 'zh'): Promise<Texts> => {
  const source = labels[language]
  return typeof source === 'function' ? (await source()).default : source
}

const textAt = (texts: Texts, key: string): unknown =>
  key.split('.').reduce<unknown>((at, part) => (at as Texts | undefined)?.[part], texts)

/** Text keys that the shell and other plugins show for a plugin. */
const labelKeysOf = ({ pages, slots, widgets }: DashboardPlugin): string[] => [
  ...pages.flatMap(({ title, nav }) => (nav?.group === 'settings' ? [title, nav.hint] : [title])),
  ...slots.flatMap(({ title }) => title ?? []),
  ...widgets.flatMap(({ name, description }) => [name, description ?? name]),
]

describe.each([shell, ...dashboards].filter((plugin) => labelKeysOf(plugin).length > 0))(
  'the labels of $plugin',
  (plugin) => {
    it.each(['en', 'zh'] as const)('cover its pages, tabs and widgets (%s)', async (language) => {
      const texts = await labelsOf(plugin, language)
      expect(labelKeysOf(plugin).filter((key) => typeof textAt(texts, key) !== 'string')).toEqual([])
    })
  },
)
