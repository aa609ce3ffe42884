let box: HTMLElement | undefined

/** Shows lines of text above a point of an element, inside the window. Screen readers get them from the element itself. */
export function showTooltip(lines: readonly string[], anchor: Element, clientX: number): void {
  box ??= Object.assign(document.createElement('div'), { className: 'tooltip', ariaHidden: 'true' })
  document.body.append(box)
  box.replaceChildren(...lines.map((line) => Object.assign(document.createElement('p'), { textContent: line })))
  const { top } = anchor.getBoundingClientRect()
  const left = Math.min(innerWidth - box.offsetWidth - 8, Math.max(8, clientX - box.offsetWidth / 2))
  box.style.transform = `translate(${left + scrollX}px, ${Math.max(8, top - box.offsetHeight - 8) + scrollY}px)`
}

export const hideTooltip = (): void => box?.remove()
