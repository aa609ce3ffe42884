import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { isShownInFull } from './is-shown-in-full.ts'
import { tooltipLook } from './tooltip-look.ts'

interface Tip {
  readonly target: Element
  readonly text: string
}

const openDelayMs = 350
/** Time to move the pointer from the element to its tooltip, and to the next element whose tooltip opens at once. */
const closeDelayMs = 150
/** CSS pixels */
const gap = 6
const padding = 8

/**
 * Shows `data-tip` of the hovered or focused element: one tooltip for the whole page, so that long tables do not carry one
 * per row. Text that is visible in full is not repeated. Escape closes the tooltip and nothing below it.
 */
export function TipLayer(): ReactNode {
  const [tip, setTip] = useState<Tip>()
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const isOpen = tip !== undefined

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let current: Element | undefined
    let point = { x: 0, y: 0 }
    const show = (target: Element) => {
      current = target
      const text = tipOf(target)
      setTip(text === undefined ? undefined : { target, text })
    }
    const stop = () => {
      clearTimeout(timer)
      timer = undefined
    }
    const close = () => {
      stop()
      current = undefined
      setTip(undefined)
    }
    const rested = () => {
      timer = undefined
      const element = tipAt(point)
      if (!element) close()
      else if (element !== current) show(element)
    }
    const isInBox = (node: EventTarget | null) => node instanceof Node && box.current?.contains(node) === true
    const moved = ({ target, pointerType, clientX, clientY }: PointerEvent) => {
      if (pointerType === 'touch') return
      point = { x: clientX, y: clientY }
      if (isInBox(target)) stop()
      else if (!current) {
        stop()
        timer = setTimeout(rested, openDelayMs)
      } else timer ??= setTimeout(rested, closeDelayMs)
    }
    const focused = ({ target }: FocusEvent) => {
      const element = closestTip(target)
      if (element?.matches(':focus-visible, :has(:focus-visible)')) {
        stop()
        show(element)
      } else if (current) close()
    }
    const blurred = ({ target }: FocusEvent) => {
      if (current && closestTip(target) === current) close()
    }
    const pressed = (event: PointerEvent) => {
      // Not a click outside of the dialog that the tooltip belongs to.
      if (isInBox(event.target)) event.stopPropagation()
      else close()
    }
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !box.current) return
      event.stopPropagation()
      close()
    }
    const page = window
    const listening = new AbortController()
    const options = { capture: true, passive: true, signal: listening.signal }
    page.addEventListener('pointermove', moved, options)
    page.addEventListener('focusin', focused, options)
    page.addEventListener('focusout', blurred, options)
    page.addEventListener('pointerdown', pressed, options)
    page.addEventListener('keydown', key, options)
    page.addEventListener('scroll', close, options)
    document.documentElement.addEventListener('pointerleave', close, { signal: listening.signal })
    return () => {
      stop()
      listening.abort()
    }
  }, [])

  // Live values change below the pointer, and elements disappear without an event.
  const target = tip?.target
  useEffect(() => {
    if (!target) return
    const timer = setInterval(() => {
      const text = target.isConnected ? tipOf(target) : undefined
      setTip((shown) => {
        if (shown?.target !== target || shown.text === text) return shown
        return text === undefined ? undefined : { target, text }
      })
    }, 250)
    return () => clearInterval(timer)
  }, [target])

  useEffect(() => {
    if (!isOpen || !target || target.hasAttribute('aria-describedby')) return
    target.setAttribute('aria-describedby', id)
    return () => target.removeAttribute('aria-describedby')
  }, [isOpen, target, id])

  useLayoutEffect(() => {
    if (!tip || !box.current) return
    const at = tip.target.getBoundingClientRect()
    const { offsetWidth: width, offsetHeight: height } = box.current
    const { clientWidth } = document.documentElement
    const above = at.top - gap - height
    const left = Math.min(clientWidth - padding - width, at.left + (at.width - width) / 2)
    Object.assign(box.current.style, {
      left: `${Math.max(padding, left)}px`,
      top: `${above >= padding ? above : at.bottom + gap}px`,
    })
  }, [tip])

  if (!tip) return null
  return createPortal(
    <div ref={box} id={id} role="tooltip" className={`fixed w-max whitespace-pre-line ${tooltipLook}`}>
      {tip.text}
    </div>,
    document.body,
  )
}

/** The innermost element around a node with something to tell: a name that is shown in full leaves the word to its surroundings. */
function closestTip(node: EventTarget | null): Element | undefined {
  let element = node instanceof Element ? node.closest('[data-tip]') : null
  while (element && tipOf(element) === undefined) element = element.parentElement?.closest('[data-tip]') ?? null
  return element ?? undefined
}

/** The element with a tooltip at a point. The link of a row or card covers all of it, so what lies below comes first. */
function tipAt({ x, y }: { x: number; y: number }): Element | undefined {
  const [top, ...below] = document.elementsFromPoint(x, y)
  if (!(top instanceof Element)) return undefined
  const { left, right, top: start, bottom } = top.getBoundingClientRect()
  const isCover = x < left || x > right || y < start || y > bottom
  const area = isCover && top instanceof HTMLElement ? top.offsetParent : null
  const covered = area ? below.filter((element) => area.contains(element)) : []
  for (const element of [...covered, top]) {
    const found = closestTip(element)
    if (found && (!area || area.contains(found))) return found
  }
  return undefined
}

function tipOf(element: Element): string | undefined {
  const text = element.getAttribute('data-tip') || undefined
  return text && !isShownInFull(element, text) ? text : undefined
}
