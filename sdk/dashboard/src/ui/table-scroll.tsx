import { type ReactNode, useRef } from 'react'
import { cn } from '../cn.ts'
import { useScrollEdges } from './use-scroll-edges.ts'

/**
 * For the header cells of a table in `TableScroll`: they stay below the header of the page while the rows scroll. What
 * scrolls by itself, such as a dialog, sets `--sticky-top` to 0, and
 * `--sticky-ground` if it is no panel.
 */
export const stickyHead = 'sticky top-[var(--sticky-top,3.5rem)] z-1 bg-(--sticky-ground,var(--panel))'

/**
 * Lets a table that is too wide scroll sideways, with a shadow where it goes on. One that fits is no scroll container,
 * because only then its header can stay in view. The ring of the focus is within it, since a card cuts what is outside.
 */
export function TableScroll({ children }: { children: ReactNode }): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const { isWide, before, after } = useScrollEdges(box)
  return (
    <div className="relative">
      <div
        ref={box}
        className={cn(isWide ? 'overflow-x-auto -outline-offset-2 [--sticky-top:0px]' : 'overflow-x-clip')}
        {...(isWide && { tabIndex: 0 })}
      >
        {children}
      </div>
      {before && <span aria-hidden className={cn(shadow, 'left-0 bg-linear-to-r')} />}
      {after && <span aria-hidden className={cn(shadow, 'right-0 bg-linear-to-l')} />}
    </div>
  )
}

const shadow = 'pointer-events-none absolute inset-y-0 z-2 w-5 from-ink/14 to-transparent'
