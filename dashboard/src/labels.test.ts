import type { DashboardPlugin, Texts } from '@svc/dashboard-sdk'
import { describe, expect, it } from 'vitest'
import { dashboards } from './plugins.ts'

const labelsOf = async ({ labels }: DashboardPlugin, language: 'en' | 'zh'): Promise<Texts> => {
  const source = labels[language]
  return typeof source === 'function' ? (await source()).default : source
}

const textAt = (texts: Texts, key: string): unknown =>
  key.split('.').reduce<unknown>((at, part) => (at as Texts | undefined)?.[part], texts)

/** Keys of what the shell and other plugins call the parts of a plugin. */
const namesOf = ({ pages, slots, widgets }: DashboardPlugin): string[] => [
  ...pages.map(({ title }) => title),
  ...slots.flatMap(({ title }) => title ?? []),
  ...widgets.flatMap(({ name, description }) => [name, description ?? name]),
]

describe.each(dashboards.filter((plugin) => namesOf(plugin).length > 0))('the labels of $plugin', (plugin) => {
  it.each(['en', 'zh'] as const)('name its pages, tabs and widgets (%s)', async (language) => {
    const texts = await labelsOf(plugin, language)
    expect(namesOf(plugin).filter((key) => typeof textAt(texts, key) !== 'string')).toEqual([])
  })
})
