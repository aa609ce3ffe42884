import '@svc/widget-sdk/actions.css'
import { Button, Notice, type RegisteredWidget, useT } from '@svc/dashboard-sdk'
import { createActionsHelper, shapeOf, type WidgetComponentProps, type WidgetModule } from '@svc/widget-sdk'
import { SlidersHorizontal } from 'lucide-react'
import { createElement, type FunctionComponent, type ReactNode, use, useMemo } from 'react'
import { type Config, moduleOf } from '../board/placement.ts'
import { hungWidgets } from './hang-detection.ts'
import { moduleOfType } from './widget-module.ts'
import { useFormTexts } from './widget-texts.ts'

export interface BodyProps {
  readonly type: RegisteredWidget
  readonly instanceId: string
  readonly config: Config
  readonly w: number
  readonly h: number
  readonly isEditing: boolean
  /** opens the configuration; undefined for members */
  readonly onConfigure?: (() => void) | undefined
}

/** The widget itself, with its parsed configuration. Suspends while its code is loading. */
export function WidgetBody({ type, instanceId, config, w, h, isEditing, onConfigure }: BodyProps): ReactNode {
  const t = useT('dashboards')
  const module: WidgetModule = use(moduleOfType(type))
  const parsed = useMemo(() => module.configSchema.safeParse(config), [module, config])
  const actions = useMemo(() => createActionsHelper(module.actions), [module])
  const size = useMemo(() => ({ w, h }), [w, h])
  const textOf = useFormTexts(type)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    // The label of the field; the form shows what is wrong with it.
    const member = shapeOf(module.configSchema)?.[String(issue?.path[0])]?.description
    return (
      <Notice
        icon={SlidersHorizontal}
        title={t('widget.unconfigured')}
        detail={member ? (textOf(member) ?? member) : issue && `${issue.path.join('.')}: ${issue.message}`}
        actions={
          onConfigure && (
            <Button size="sm" onClick={onConfigure}>
              {t('widget.configure')}
            </Button>
          )
        }
      />
    )
  }
  const Shown = trackRendering(type.type, module)
  return <Shown config={parsed.data} size={size} isEditing={isEditing} actions={actions} instanceId={instanceId} />
}

type Shown = FunctionComponent<WidgetComponentProps<object>>

const wrapped = new Map<string, { readonly component: unknown; readonly shown: Shown }>()

const isPlain = (component: unknown): component is Shown =>
  typeof component === 'function' &&
  (component.prototype as { isReactComponent?: unknown } | undefined)?.isReactComponent === undefined

/**
 * Wraps the component of a module so that hang detection knows when it renders. Function components are called directly,
 * so that their own updates are tracked too. Built-in widgets are not tracked, because it would cost more than rendering
 * them.
 */
function trackRendering(type: string, { component }: Pick<WidgetModule, 'component'>): Shown {
  const before = wrapped.get(type)
  if (before?.component === component) return before.shown
  const render: Shown = isPlain(component) ? component : (props) => createElement(component, props)
  const note: Shown = (props) => {
    hungWidgets.rendering(type)
    return render(props)
  }
  const shown = moduleOf(type) === undefined ? render : note
  wrapped.set(type, { component, shown })
  return shown
}
