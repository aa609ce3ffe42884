import { plain, type Registration } from './registration.ts'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function expiryIn(events: unknown): number | undefined {
  const event = listIn(events).find((item) => isObject(item) && item.eventAction === 'expiration')
  const ms = isObject(event) && typeof event.eventDate === 'string' ? Date.parse(event.eventDate) : Number.NaN
  return Number.isNaN(ms) ? undefined : ms
}

/** The name on the card of whoever has this role. */
function nameOf(role: string, entities: unknown): string | null {
  const entity = listIn(entities).find((item) => isObject(item) && listIn(item.roles).includes(role))
  const card = isObject(entity) ? listIn(listIn(entity.vcardArray)[1]) : []
  const line = card.find((item) => listIn(item)[0] === 'fn')
  const name = listIn(line)[3]
  return typeof name === 'string' && name.trim() !== '' ? plain(name, 200) : null
}

/** What an RDAP server says of a domain; undefined when it is no answer about one. */
export function readRdap(domain: string, body: string): Registration | undefined {
  let answer: unknown
  try {
    answer = JSON.parse(body)
  } catch {
    return undefined
  }
  if (!isObject(answer) || answer.objectClassName !== 'domain') return undefined
  return {
    domain,
    registrar: nameOf('registrar', answer.entities),
    expiresAt: expiryIn(answer.events),
    excerpt: plain(body, 500),
  }
}

/** The addresses of a bootstrap file (RFC 9224) by top-level domain, with `https` preferred; undefined when it names nobody. */
export function readBootstrap(body: string): ReadonlyMap<string, string> | undefined {
  let file: unknown
  try {
    file = JSON.parse(body)
  } catch {
    return undefined
  }
  if (!isObject(file) || !Array.isArray(file.services)) return undefined
  const bases = new Map<string, string>()
  for (const service of file.services) {
    const [names, urls] = [listIn(listIn(service)[0]), listIn(listIn(service)[1])]
    const texts = urls.filter((url): url is string => typeof url === 'string' && /^https?:\/\//i.test(url))
    const base = texts.find((url) => /^https:/i.test(url)) ?? texts[0]
    if (base === undefined) continue
    const folder = base.endsWith('/') ? base : `${base}/`
    for (const name of names) if (typeof name === 'string') bases.set(name.toLowerCase(), folder)
  }
  return bases.size > 0 ? bases : undefined
}
