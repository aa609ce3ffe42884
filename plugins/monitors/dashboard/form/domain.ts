/**
 * The domain whose registration is looked up for what was typed: the host of an address, in lower case and in ASCII.
 * Undefined when there is none in it.
 */
export function domainOf(target: string): string | undefined {
  const text = target.trim()
  if (text === '') return undefined
  try {
    const { hostname } = new URL(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`)
    const domain = hostname.toLowerCase().replace(/\.$/, '')
    return /^(?:[a-z\d_-]+\.)+[a-z][a-z\d-]+$/.test(domain) ? domain : undefined
  } catch {
    return undefined
  }
}
