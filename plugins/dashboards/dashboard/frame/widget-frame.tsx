import { cn, PluginScope, type RegisteredWidget, Skeleton, useT } from '@svc/dashboard-sdk'
import { memo, type ReactNode, type Ref, Suspense, useCallback, useState, useSyncExternalStore } from 'react'
import type { Placement } from '../board/placement.ts'
import { pixelsFor } from '../layout/cell.ts'
import { hungWidgets } from './hang-detection.ts'
import { Measured } from './measured.tsx'
import { WidgetBody } from './widget-body.tsx'
import { WidgetBoundary } from './widget-boundary.tsx'
import { SlowNote, Unavailable, WidgetBlocked } from './widget-states.tsx'
import { labelOf } from './widget-texts.ts'

/** Pixels above and below the widget. */
const padding = 32

export interface FrameProps {
  readonly placement: Placement
  /** undefined if the type is unavailable */
  readonly type: RegisteredWidget | undefined
  /** the type may become available: widget sources are still loading */
  readonly isPending: boolean
  readonly isEditing: boolean
  /** its height is determined by its content */
  readonly grows: boolean
  readonly ref?: Ref<HTMLElement>
  readonly onConfigure?: ((id: string) => void) | undefined
}

/** A widget in its panel, with title, loading state and error boundary. */
export const WidgetFrame = memo(function WidgetFrame(props: FrameProps): ReactNode {
  const { placement, type, isPending, isEditing, grows, ref, onConfigure } = props
  const { id, title, config, w, h } = placement
  const t = useT('dashboards')
  const name = labelOf(t, placement, type)
  // Until its code is loaded, a widget sized by its content has its stored height, so that the layout shifts only once.
  const waiting = (
    <Skeleton className="h-full min-h-10 w-full" {...(grows ? { style: { height: pixelsFor(h) - padding } } : {})} />
  )
  const [isScrollable, watch] = useScrollable()
  const hang = useSyncExternalStore(hungWidgets.subscribe, () => hungWidgets.cause(placement.type))
  const [slow, setSlow] = useState<{ ms: number; load: unknown }>()
  return (
    <section
      ref={ref}
      aria-label={name}
      className={cn('panel flex flex-col overflow-hidden', grows ? 'min-h-20' : 'h-full')}
    >
      {title && <h2 className="truncate px-4 pt-3 font-medium text-muted text-sm">{title}</h2>}
      <div
        ref={watch}
        {...(isScrollable && !grows ? { tabIndex: 0, role: 'group', 'aria-label': name } : {})}
        className={cn(
          '@container min-h-0 min-w-0 flex-1 p-4 [--sticky-top:0px]',
          title && 'pt-2',
          !grows && 'overflow-auto',
        )}
      >
        {type && hang ? (
          <WidgetBlocked type={type.type} name={name} cause={hang} />
        ) : type ? (
          <WidgetBoundary
            // New code gets a new chance.
            key={typeKey(type)}
            type={type}
            name={name}
          >
            <PluginScope plugin={type.plugin}>
              <Suspense fallback={waiting}>
                <Measured id={id} name={name} onSlow={(ms) => setSlow({ ms, load: type.load })}>
                  <WidgetBody
                    type={type}
                    instanceId={id}
                    config={config}
                    w={w}
                    h={h}
                    isEditing={isEditing}
                    onConfigure={onConfigure && (() => onConfigure(id))}
                  />
                </Measured>
              </Suspense>
            </PluginScope>
          </WidgetBoundary>
        ) : isPending ? (
          waiting
        ) : (
          <Unavailable type={placement.type} />
        )}
      </div>
      {type && slow?.load === type.load && (
        <SlowNote type={type.type} ms={slow.ms} onClose={() => setSlow(undefined)} />
      )}
    </section>
  )
})

const numbers = new WeakMap<RegisteredWidget['load'], number>()
let last = 0

/** A different key for each version of a type's code. */
function typeKey({ load }: RegisteredWidget): number {
  const key = numbers.get(load) ?? ++last
  numbers.set(load, key)
  return key
}

/** Whether an element has overflowing content, in which case it must be reachable by keyboard. */
function useScrollable(): readonly [boolean, (element: HTMLElement | null) => (() => void) | undefined] {
  const [isScrollable, setScrollable] = useState(false)
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const observer = new ResizeObserver(() => setScrollable(element.scrollHeight > element.clientHeight + 1))
    const observe = () => {
      observer.disconnect()
      for (const target of [element, ...element.children]) observer.observe(target)
    }
    observe()
    const children = new MutationObserver(observe)
    children.observe(element, { childList: true })
    return () => {
      observer.disconnect()
      children.disconnect()
    }
  }, [])
  return [isScrollable, watch]
}
