import { type KnownWidget, useT } from '@svc/dashboard-sdk'
import { moduleOf } from '../board/placement.js'

type Named = Pick<KnownWidget, 'type' | 'name' | 'description' | 'plugin'>

/** Name and description of a kind of widget in the language of the dashboard; modules bring theirs as they are. */
export function useWidgetTexts(type: Named | undefined, fallback: string): { name: string; description: string } {
  const t = useT(type?.plugin ?? 'dashboards')
  if (!type) return { name: fallback, description: '' }
  const text = (key: string | undefined) => (key === undefined ? '' : moduleOf(type.type) ? key : t(key))
  return { name: text(type.name), description: text(type.description) }
}
