/** Subpixels and line heights that are smaller than the letters. */
const tolerance = 2

/** Whether an element shows a text and nothing of it is cut off. */
export function isShownInFull(element: Element, text: string): boolean {
  if (element.textContent?.trim() !== text.trim()) return false
  return [element, ...element.querySelectorAll('*')].every(
    ({ clientWidth, scrollWidth, clientHeight, scrollHeight }) =>
      scrollWidth <= clientWidth + tolerance && scrollHeight <= clientHeight + tolerance,
  )
}
