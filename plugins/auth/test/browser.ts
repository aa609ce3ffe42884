import type { TestKernel } from '@svc/kernel/testing'

/** Where the installation is in public, as the browser knows it. */
export const site = 'https://svc.example'

export interface Page {
  readonly url: URL
  readonly status: number
  readonly body: string
  readonly headers: Headers
}

interface Visit {
  readonly form?: Record<string, string>
  /** the page whose link or form this is; none when typed into the address bar */
  readonly from?: URL
  /** stop in front of addresses like this one */
  readonly until?: RegExp
}

interface Cookie {
  readonly value: string
  readonly path: string
  readonly strict: boolean
}

export interface Browser {
  /** Goes to an address and wherever it leads, to the first page that is no redirect. */
  open(url: string | URL, visit?: Visit): Promise<Page>
  /** A request of a page of ours. */
  ask(method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object): ReturnType<TestKernel['inject']>
  cookie(name: string): string | undefined
  /** Strict ones stay away when another site leads here. */
  setCookie(name: string, value: string, strict?: boolean): void
  /** all `set-cookie` headers of ours */
  readonly given: string[]
  /** all addresses it went through */
  readonly trail: URL[]
}

/** As much of a browser as signing in needs: redirects, forms, cookies with their path and SameSite. */
export function makeBrowser(kernel: TestKernel, ip = '192.0.2.10'): Browser {
  const jars = new Map<string, Map<string, Cookie>>()
  const given: string[] = []
  const trail: URL[] = []
  const jar = (origin: string) => {
    const known = jars.get(origin) ?? new Map<string, Cookie>()
    jars.set(origin, known)
    return known
  }
  const keep = (origin: string, header: string) => {
    if (origin === site) given.push(header)
    const [pair = '', ...attributes] = header.split(/;\s*/)
    const name = pair.slice(0, pair.indexOf('='))
    const attribute = (wanted: string) =>
      attributes.find((each) => each.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1)
    const expires = attribute('expires')
    const gone = attribute('max-age') === '0' || (expires !== undefined && Date.parse(expires) < 1)
    if (gone) jar(origin).delete(name)
    else {
      const strict = attribute('samesite')?.toLowerCase() === 'strict'
      jar(origin).set(name, { value: pair.slice(name.length + 1), path: attribute('path') ?? '/', strict })
    }
  }
  const cookies = ({ origin, pathname }: URL, strictToo: boolean) =>
    [...jar(origin)]
      .filter(
        ([, { path, strict }]) => `${pathname}/`.startsWith(path === '/' ? '/' : `${path}/`) && (strictToo || !strict),
      )
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')

  async function load(url: URL, form: Record<string, string> | undefined, origins: readonly string[]): Promise<Page> {
    trail.push(url)
    const own = origins.every((origin) => origin === url.origin)
    const headers = { accept: 'text/html,*/*;q=0.8', cookie: cookies(url, own) }
    if (url.origin !== site) {
      const body = form && new URLSearchParams(form)
      const answer = await fetch(url, {
        method: form ? 'POST' : 'GET',
        headers,
        redirect: 'manual',
        ...(body && { body }),
      })
      for (const header of answer.headers.getSetCookie()) keep(url.origin, header)
      return { url, status: answer.status, body: await answer.text(), headers: answer.headers }
    }
    const fetchSite = origins.length === 0 ? 'none' : own ? 'same-origin' : 'cross-site'
    const answer = await kernel.inject({
      url: url.pathname + url.search,
      headers: { ...headers, host: url.host, 'sec-fetch-site': fetchSite },
      remoteAddress: ip,
    })
    for (const header of [answer.headers['set-cookie'] ?? []].flat()) keep(url.origin, header)
    const { location } = answer.headers
    return { url, status: answer.statusCode, body: answer.body, headers: new Headers(location ? { location } : {}) }
  }

  return {
    given,
    trail,
    cookie: (name) => jar(site).get(name)?.value,
    setCookie: (name, value, strict = false) => void jar(site).set(name, { value, path: '/', strict }),
    async open(address, { form, from, until } = {}) {
      const origins = from ? [from.origin] : []
      let page = await load(new URL(address, site), form, origins)
      for (let hops = 0; hops < 20; hops += 1) {
        const location = page.headers.get('location')
        if (page.status < 300 || page.status > 399 || !location) return page
        const next = new URL(location, page.url)
        origins.push(page.url.origin)
        if (until?.test(next.href) || (next.origin === site && !next.pathname.startsWith('/api/'))) {
          return { ...page, url: next }
        }
        page = await load(next, undefined, origins)
      }
      throw new Error('too many redirects')
    },
    async ask(method, path, payload) {
      const url = new URL(path, site)
      const headers = { host: url.host, origin: site, cookie: cookies(url, true), 'sec-fetch-site': 'same-origin' }
      const answer = await kernel.inject({ method, url: path, headers, remoteAddress: ip, ...(payload && { payload }) })
      for (const header of [answer.headers['set-cookie'] ?? []].flat()) keep(site, header)
      return answer
    },
  }
}
