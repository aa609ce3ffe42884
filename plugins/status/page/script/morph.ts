/** Attributes that the reader or the script of the page changes. */
const own = new Set(['open', 'data-at', 'role', 'tabindex'])

const keyOf = (node: Node): string | undefined =>
  node instanceof HTMLElement ? node.id || node.dataset.live || undefined : undefined

function copyAttributes(current: Element, next: Element): void {
  for (const { name } of [...current.attributes]) {
    if (!own.has(name) && !next.hasAttribute(name)) current.removeAttribute(name)
  }
  for (const { name, value } of next.attributes) {
    if (!own.has(name) && current.getAttribute(name) !== value) current.setAttribute(name, value)
  }
}

/**
 * Makes an element equal to another one and keeps the nodes that stay, so that focus, selection and an open tooltip survive
 * an update. Elements with an id are found again wherever they are.
 */
export function morph(current: Node, next: Node): void {
  if (current.isEqualNode(next)) return
  if (!(current instanceof Element && next instanceof Element)) {
    current.nodeValue = next.nodeValue
    return
  }
  copyAttributes(current, next)
  const wanted = new Set([...next.childNodes].map(keyOf))
  const found = new Map<string, Node>()
  for (const child of [...current.childNodes]) {
    const key = keyOf(child)
    if (key === undefined) continue
    if (wanted.has(key)) found.set(key, child)
    else child.remove()
  }
  let place = current.firstChild
  for (const child of [...next.childNodes]) {
    const key = keyOf(child)
    const isSame = place !== null && keyOf(place) === undefined && place.nodeName === child.nodeName
    const old = key !== undefined ? found.get(key) : isSame ? place : undefined
    if (old && old === place) place = place.nextSibling
    else current.insertBefore(old ?? child, place)
    if (old) morph(old, child)
  }
  while (place) {
    const { nextSibling } = place
    place.remove()
    place = nextSibling
  }
}
