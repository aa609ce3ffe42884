import { type RegisteredWidget, type Translate, useT } from '@svc/dashboard-sdk'
import { useCallback } from 'react'
import { moduleOf, type Placement } from '../board/placement.ts'

/** Name and description of a kind of widget in the language of the dashboard; modules bring theirs as they are. */
export function widgetTexts(t: Translate, { type, plugin, name, description }: RegisteredWidget) {
  const text = (key: string | undefined) =>
    key === undefined ? '' : moduleOf(type) === undefined ? t(`${plugin}:${key}`) : key
  return { name: text(name), description: text(description) }
}

/** What a widget is called: its own title, else the name of its kind, else what is stored of that. */
export const labelOf = (
  t: Translate,
  placement: Pick<Placement, 'title' | 'type'>,
  type: RegisteredWidget | undefined,
) => placement.title || (type ? widgetTexts(t, type).name : (moduleOf(placement.type) ?? placement.type))

const isKey = (text: string) => /^[\w.-]+$/.test(text)

/**
 * Texts of the form of a built-in widget: its schema describes members with keys of its plugin's texts, and `<key>.<choice>`
 * names a choice. Modules say it in their own words.
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
