/** Attributes that the reader changes. */
const own = new Set(['open', 'data-at'])

/**
 * Makes an element equal to another one and keeps the nodes that stay, so that focus, selection and an open tooltip survive
 * an update.
 */
export function morph(current: Node, next: Node): void {
  if (current.isEqualNode(next)) return
  if (!(current instanceof Element && next instanceof Element)) {
    current.nodeValue = next.nodeValue
    return
  }
  for (const { name } of [...current.attributes]) {
    if (!own.has(name) && !next.hasAttribute(name)) current.removeAttribute(name)
  }
  for (const { name, value } of next.attributes) {
    if (!own.has(name) && current.getAttribute(name) !== value) current.setAttribute(name, value)
  }
  const before = [...current.childNodes]
  const after = [...next.childNodes]
  for (const [index, child] of after.entries()) {
    const old = before[index]
    if (!old) current.append(child)
    else if (isSame(old, child)) morph(old, child)
    else current.replaceChild(child, old)
  }
  for (const old of before.slice(after.length)) old.remove()
}

const isSame = (a: Node, b: Node) =>
  a.nodeName === b.nodeName && (a as Partial<Element>).id === (b as Partial<Element>).id
