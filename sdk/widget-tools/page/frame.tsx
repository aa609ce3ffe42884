import { createActionsHelper, isWidgetModule } from '@svc/widget-sdk'
import { Component, type ReactNode, useMemo } from 'react'
import type { Placement } from './placement.ts'

/** Pixels of a dashboard cell and of the gap between cells. */
const cell = 80
const gap = 16
const pixels = (cells: number) => cells * (cell + gap) - gap

class Boundary extends Component<{ children: ReactNode }, { error: string | undefined }> {
  override state: { error: string | undefined } = { error: undefined }

  static getDerivedStateFromError(thrown: unknown) {
    return { error: thrown instanceof Error ? thrown.message : String(thrown) }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return (
      <div role="alert" className="dev-error">
        <strong>The widget crashed</strong>
        <code>{error}</code>
        <button type="button" className="dev-button" onClick={() => this.setState({ error: undefined })}>
          Try again
        </button>
      </div>
    )
  }
}

function Body({ placement, isEditing, instanceId }: { placement: Placement; isEditing: boolean; instanceId: string }) {
  const { widget, config, w, h } = placement
  const actions = useMemo(() => createActionsHelper(widget.actions), [widget])
  const size = useMemo(() => ({ w, h }), [w, h])
  const parsed = useMemo(() => widget.configSchema.safeParse(config), [widget, config])
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return (
      <p className="dev-error">
        <strong>This widget needs to be configured</strong>
        <span>
          {issue?.path.join('.')}: {issue?.message}
        </span>
      </p>
    )
  }
  const WidgetComponent = widget.component
  return (
    <WidgetComponent config={parsed.data} size={size} isEditing={isEditing} actions={actions} instanceId={instanceId} />
  )
}

interface FrameProps {
  readonly placement: Placement
  readonly isEditing: boolean
  readonly instanceId: string
}

/** The widget in a panel of the size it would have on a dashboard. */
export function Frame({ placement, isEditing, instanceId }: FrameProps): ReactNode {
  const { manifest, widget, w, h } = placement
  const hasContentHeight = manifest.sizing.strategy === 'content-height'
  const height = hasContentHeight ? { minHeight: cell } : { height: pixels(h) }
  return (
    <section aria-label={manifest.name} className="dev-panel panel" style={{ width: pixels(w), ...height }}>
      {isWidgetModule(widget) ? (
        // Changed code resets the error boundary.
        <Boundary key={keyOf(widget)}>
          <Body placement={placement} isEditing={isEditing} instanceId={instanceId} />
        </Boundary>
      ) : (
        <p role="alert" className="dev-error">
          <strong>Not a widget</strong>
          <span>The default export must be created with defineWidget.</span>
        </p>
      )}
    </section>
  )
}

const keys = new WeakMap<object, number>()
let lastKey = 0

/** A React key that changes when the widget's code is replaced. */
function keyOf(widget: object): number {
  const key = keys.get(widget) ?? ++lastKey
  keys.set(widget, key)
  return key
}
