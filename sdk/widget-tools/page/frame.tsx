import { createActionsHelper, isWidgetModule } from '@svc/widget-sdk'
import { Component, type ReactNode, useMemo } from 'react'
import type { Placement } from './placement.ts'

/** Pixels of a cell of the board and of the gap between two. */
const cell = 80
const gap = 16
const pixels = (cells: number) => cells * (cell + gap) - gap

class Boundary extends Component<{ children: ReactNode }, { failure: string | undefined }> {
  override state: { failure: string | undefined } = { failure: undefined }

  static getDerivedStateFromError(thrown: unknown) {
    return { failure: thrown instanceof Error ? thrown.message : String(thrown) }
  }

  override render() {
    const { failure } = this.state
    if (failure === undefined) return this.props.children
    return (
      <div role="alert" className="dev-fault">
        <strong>The widget crashed</strong>
        <code>{failure}</code>
        <button type="button" className="dev-button" onClick={() => this.setState({ failure: undefined })}>
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
      <p className="dev-fault">
        <strong>This widget needs to be configured</strong>
        <span>
          {issue?.path.join('.')}: {issue?.message}
        </span>
      </p>
    )
  }
  const Shown = widget.component
  return <Shown config={parsed.data} size={size} isEditing={isEditing} actions={actions} instanceId={instanceId} />
}

interface FrameProps {
  readonly placement: Placement
  readonly isEditing: boolean
  readonly instanceId: string
}

/** The widget in a panel of the size that it has on a board. */
export function Frame({ placement, isEditing, instanceId }: FrameProps): ReactNode {
  const { manifest, widget, w, h } = placement
  const grows = manifest.sizing.strategy === 'content-height'
  const height = grows ? { minHeight: cell } : { height: pixels(h) }
  return (
    <section aria-label={manifest.name} className="dev-panel panel" style={{ width: pixels(w), ...height }}>
      {isWidgetModule(widget) ? (
        // new code, another chance
        <Boundary key={numberOf(widget)}>
          <Body placement={placement} isEditing={isEditing} instanceId={instanceId} />
        </Boundary>
      ) : (
        <p role="alert" className="dev-fault">
          <strong>Not a widget</strong>
          <span>The default export must be created with defineWidget.</span>
        </p>
      )}
    </section>
  )
}

const numbers = new WeakMap<object, number>()
let last = 0

function numberOf(widget: object): number {
  const known = numbers.get(widget) ?? ++last
  numbers.set(widget, known)
  return known
}
