import { type Registration, toPlainText } from './registration.ts'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function findExpiry(events: unknown): number | undefined {
  const event = asList(events).find((item) => isObject(item) && item.eventAction === 'expiration')
  const ms = isObject(event) && typeof event.eventDate === 'string' ? Date.parse(event.eventDate) : Number.NaN
  return Number.isNaN(ms) ? undefined : ms
}

/** The vCard name of the entity with this role. */
function entityName(role: string, entities: unknown): string | null {
  const entity = asList(entities).find((item) => isObject(item) && asList(item.roles).includes(role))
  const card = isObject(entity) ? asList(asList(entity.vcardArray)[1]) : []
  const line = card.find((item) => asList(item)[0] === 'fn')
  const name = asList(line)[3]
  return typeof name === 'string' && name.trim() !== '' ? toPlainText(name, 200) : null
}

/** Parses an RDAP response; undefined if it does not describe a domain. */
export function parseRdap(domain: string, body: string): Registration | undefined {
  let response: unknown
  try {
    response = JSON.parse(body)
  } catch {
    return undefined
  }
  if (!isObject(response) || response.objectClassName !== 'domain') return undefined
  return {
    domain,
    registrar: entityName('registrar', response.entities),
    expiresAt: findExpiry(response.events),
    excerpt: toPlainText(body, 500),
  }
}

/** Parses a bootstrap file (RFC 9224) into base URLs by top-level domain, preferring https; undefined if it has none. */
export function parseBootstrap(body: string): ReadonlyMap<string, string> | undefined {
  let file: unknown
  try {
    file = JSON.parse(body)
  } catch {
    return undefined
  }
  if (!isObject(file) || !Array.isArray(file.services)) return undefined
  const bases = new Map<string, string>()
  for (const service of file.services) {
    const [names, urls] = [asList(asList(service)[0]), asList(asList(service)[1])]
    const texts = urls.filter((url): url is string => typeof url === 'string' && /^https?:\/\//i.test(url))
    const base = texts.find((url) => /^https:/i.test(url)) ?? texts[0]
    if (base === undefined) continue
    const baseUrl = base.endsWith('/') ? base : `${base}/`
    for (const name of names) if (typeof name === 'string') bases.set(name.toLowerCase(), baseUrl)
  }
  return bases.size > 0 ? bases : undefined
}
