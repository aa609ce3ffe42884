import type { KeyboardEvent } from 'react'

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** `onKeyDown` handler of a list: arrow keys, Home and End move the focus between elements with `data-row`. */
export function moveFocusInList(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  const { target, currentTarget } = event
  if (step === undefined || !(target instanceof HTMLElement) || !target.matches('[data-row]')) return
  const links = [...currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const next = links[Math.min(links.length - 1, Math.max(0, links.indexOf(target) + step))]
  if (!next) return
  event.preventDefault()
  next.focus()
}
