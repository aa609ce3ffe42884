import type { WidgetComponentProps, WidgetModule } from '@svc/widget-sdk'
import { createElement, type FunctionComponent } from 'react'
import { moduleOf } from '../board/placement.ts'
import { hungWidgets } from './hung.ts'

type Shown = FunctionComponent<WidgetComponentProps<Record<string, unknown>>>

const known = new Map<string, { readonly component: unknown; readonly shown: Shown }>()

const isPlain = (component: unknown): component is Shown =>
  typeof component === 'function' &&
  (component.prototype as { isReactComponent?: unknown } | undefined)?.isReactComponent === undefined

/**
 * The component of a kind of widget, which notes that it is being rendered; the same while the component is. A function is
 * called in place, so that its own updates are noted too. Built-in ones are as they are: noting costs more than they do.
 */
export function noted(type: string, { component }: Pick<WidgetModule, 'component'>): Shown {
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
