import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { createActionsHelper } from '../actions-helper.tsx'
import type { ConfigSchema, WidgetModule } from '../define-widget.ts'
import { placed } from './placements.ts'

/** Props of `PlacedWidget`. */
export interface PlacedWidgetProps<Schema extends ConfigSchema = ConfigSchema> {
  readonly widget: WidgetModule<Schema>
  /** the stored configuration, before validation */
  readonly config?: Readonly<Record<string, unknown>>
  /** in grid cells; default: 4 by 3 */
  readonly size?: { readonly w: number; readonly h: number }
  readonly isEditing?: boolean
  readonly instanceId?: string
}

/**
 * Renders a widget as a dashboard does, with validated configuration, actions and size. Configuration changes of the widget
 * are applied. Throws if the configuration is invalid.
 */
export function PlacedWidget<Schema extends ConfigSchema>(props: PlacedWidgetProps<Schema>): ReactNode {
  const { widget, config = {}, size = { w: 4, h: 3 }, isEditing = false, instanceId = 'placement-1' } = props
  const [changes, setChanges] = useState<Readonly<Record<string, unknown>>>({})
  useEffect(() => placed(instanceId, (patch) => setChanges((before) => ({ ...before, ...patch }))), [instanceId])
  const actions = useMemo(() => createActionsHelper(widget.actions), [widget])
  const parsed = widget.configSchema.safeParse({ ...config, ...changes })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Error(`invalid configuration: ${issue?.path.join('.')}: ${issue?.message}`)
  }
  const { component: Component } = widget
  return <Component config={parsed.data} size={size} isEditing={isEditing} actions={actions} instanceId={instanceId} />
}
