import type { WidgetComponentProps, WidgetModule } from '@svc/widget-sdk'
import { createElement, type FunctionComponent } from 'react'
import { moduleOf } from '../board/placement.ts'
import { hungWidgets } from './hang-detection.ts'

type Shown = FunctionComponent<WidgetComponentProps<Record<string, unknown>>>

const known = new Map<string, { readonly component: unknown; readonly shown: Shown }>()

const isPlain = (component: unknown): component is Shown =>
  typeof component === 'function' &&
  (component.prototype as { isReactComponent?: unknown } | undefined)?.isReactComponent === undefined

/**
 * Wraps the component of a module so that hang detection knows when it renders. Function components are called directly,
 * so that their own updates are tracked too. Built-in widgets are not tracked, because it would cost more than rendering
 * them.
 */
export function trackRendering(type: string, { component }: Pick<WidgetModule, 'component'>): Shown {
  const before = known.get(type)
  if (before?.component === component) return before.shown
  const render: Shown = isPlain(component) ? component : (props) => createElement(component, props)
  const note: Shown = (props) => {
    hungWidgets.rendering(type)
    return render(props)
  }
  const shown = moduleOf(type) === undefined ? render : note
  known.set(type, { component, shown })
  return shown
}
