/** The domain in a target, which may be a URL: lowercase and ASCII; undefined without one. */
export function parseDomain(target: string): string | undefined {
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
