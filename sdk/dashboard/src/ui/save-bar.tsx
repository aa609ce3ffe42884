import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useSize } from '../use-size.ts'
import { saveBarHeight } from './save-bar-height.ts'

/** The buttons at the end of a long form, which stay at the end of the window. */
export function SaveBar({ children }: { children: ReactNode }): ReactNode {
  const bar = useRef<HTMLDivElement>(null)
  const height = useSize(bar, (size) => size.height)
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.setProperty(saveBarHeight, `${height ?? 0}px`)
    return () => void style.removeProperty(saveBarHeight)
  }, [height])
  return (
    <div
      ref={bar}
      className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-2 border-t bg-canvas py-3 max-md:-mx-4 max-md:px-4"
    >
      {children}
    </div>
  )
}
