import { createContext, type ReactNode, use, useState } from 'react'
import { createPortal } from 'react-dom'

const EndContext = createContext<HTMLElement | null>(null)

/**
 * A bar of controls that stays below the header while its `children` scroll. What is shown in `children` adds its own
 * controls with `StickyBarEnd`, so that those of `bar` keep their state and the focus.
 */
export function StickyBar({ bar, children }: { bar: ReactNode; children: ReactNode }): ReactNode {
  const [end, setEnd] = useState<HTMLElement | null>(null)
  return (
    <EndContext value={end}>
      <div className="sticky top-14 z-10 -mx-4 flex flex-wrap items-center gap-2 bg-canvas bg-fixed px-4 py-2 [background-image:var(--glow)] md:-mx-7 md:gap-x-3 md:px-7">
        {bar}
        <div ref={setEnd} className="contents" />
      </div>
      <div className="contents [--sticky-top:6.5rem]">{children}</div>
    </EndContext>
  )
}

/** Controls at the end of the surrounding `StickyBar`. */
export function StickyBarEnd({ children }: { children: ReactNode }): ReactNode {
  const end = use(EndContext)
  return end && createPortal(children, end)
}
