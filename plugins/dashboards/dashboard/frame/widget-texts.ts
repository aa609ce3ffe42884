import { type RegisteredWidget, type Translate, useT } from '@svc/dashboard-sdk'
import { useCallback } from 'react'
import { moduleOf, type Placement } from '../board/placement.ts'

/** The name and description of a widget type; translated for built-in types. */
export function widgetTexts(t: Translate, { type, plugin, name, description }: RegisteredWidget) {
  const text = (key: string | undefined) =>
    key === undefined ? '' : moduleOf(type) === undefined ? t(`${plugin}:${key}`) : key
  return { name: text(name), description: text(description) }
}

/** The label of a widget: its title, else the name of its type, else the stored type. */
export const labelOf = (
  t: Translate,
  placement: Pick<Placement, 'title' | 'type'>,
  type: RegisteredWidget | undefined,
) => placement.title || (type ? widgetTexts(t, type).name : (moduleOf(placement.type) ?? placement.type))

const isKey = (text: string) => /^[\w.-]+$/.test(text)

/**
 * The labels of a configuration form. Built-in widgets describe fields with locale keys of their plugin, and choices with
 * `<key>.<choice>`. Modules use plain texts.
 */
export function useFormTexts({ type, plugin }: RegisteredWidget): (key: string) => string | undefined {
  const t = useT(plugin)
  return useCallback(
    (key) => {
      const known = (text: string) => (t(text).endsWith(key) ? undefined : t(text))
      const ofForm = key.startsWith('form.') ? known(`dashboards:configure.${key}`) : undefined
      if (ofForm !== undefined || moduleOf(type) !== undefined || !isKey(key)) return ofForm
      return known(key)
    },
    [t, type],
  )
}
