import type { TestKernel } from '@svc/kernel/testing'

/** Public URL of the server. */
export const site = 'https://svc.example'

export interface Page {
  readonly url: URL
  readonly status: number
  readonly body: string
  readonly headers: Headers
}

interface Visit {
  readonly form?: Record<string, string>
  /** the page with the link or form; none when typed into the address bar */
  readonly from?: URL
  /** stops before requesting a matching URL */
  readonly until?: RegExp
}

interface Cookie {
  readonly value: string
  readonly path: string
  readonly strict: boolean
}

export interface Browser {
  /** Follows redirects to the first page. */
  open(url: string | URL, visit?: Visit): Promise<Page>
  /** A same-origin request. */
  request(method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object): ReturnType<TestKernel['inject']>
  cookie(name: string): string | undefined
  /** Strict ones are not sent on cross-site navigation. */
  setCookie(name: string, value: string, strict?: boolean): void
  /** all `set-cookie` headers of the server */
  readonly setCookies: string[]
  /** all requested URLs */
  readonly visited: URL[]
}

/** A minimal browser: redirects, forms, cookies with path and SameSite. */
export function makeBrowser(kernel: TestKernel, ip = '192.0.2.10'): Browser {
  const jars = new Map<string, Map<string, Cookie>>()
  const setCookies: string[] = []
  const visited: URL[] = []
  const jar = (origin: string) => {
    const cookies = jars.get(origin) ?? new Map<string, Cookie>()
    jars.set(origin, cookies)
    return cookies
  }
  const storeCookie = (origin: string, header: string) => {
    if (origin === site) setCookies.push(header)
    const [pair = '', ...attributes] = header.split(/;\s*/)
    const name = pair.slice(0, pair.indexOf('='))
    const attribute = (prefix: string) =>
      attributes.find((text) => text.toLowerCase().startsWith(`${prefix}=`))?.slice(prefix.length + 1)
    const expires = attribute('expires')
    const isExpired = attribute('max-age') === '0' || (expires !== undefined && Date.parse(expires) < 1)
    if (isExpired) jar(origin).delete(name)
    else {
      const strict = attribute('samesite')?.toLowerCase() === 'strict'
      jar(origin).set(name, { value: pair.slice(name.length + 1), path: attribute('path') ?? '/', strict })
    }
  }
  const cookieHeader = ({ origin, pathname }: URL, includeStrict: boolean) =>
    [...jar(origin)]
      .filter(
        ([, { path, strict }]) =>
          `${pathname}/`.startsWith(path === '/' ? '/' : `${path}/`) && (includeStrict || !strict),
      )
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')

  async function load(url: URL, form: Record<string, string> | undefined, origins: readonly string[]): Promise<Page> {
    visited.push(url)
    const sameOrigin = origins.every((origin) => origin === url.origin)
    const headers = { accept: 'text/html,*/*;q=0.8', cookie: cookieHeader(url, sameOrigin) }
    if (url.origin !== site) {
      const body = form && new URLSearchParams(form)
      const response = await fetch(url, {
        method: form ? 'POST' : 'GET',
        headers,
        redirect: 'manual',
        ...(body && { body }),
      })
      for (const header of response.headers.getSetCookie()) storeCookie(url.origin, header)
      return { url, status: response.status, body: await response.text(), headers: response.headers }
    }
    const fetchSite = origins.length === 0 ? 'none' : sameOrigin ? 'same-origin' : 'cross-site'
    const response = await kernel.inject({
      url: url.pathname + url.search,
      headers: { ...headers, host: url.host, 'sec-fetch-site': fetchSite },
      remoteAddress: ip,
    })
    for (const header of [response.headers['set-cookie'] ?? []].flat()) storeCookie(url.origin, header)
    const { location } = response.headers
    return { url, status: response.statusCode, body: response.body, headers: new Headers(location ? { location } : {}) }
  }

  return {
    setCookies,
    visited,
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
    async request(method, path, payload) {
      const url = new URL(path, site)
      const headers = { host: url.host, origin: site, cookie: cookieHeader(url, true), 'sec-fetch-site': 'same-origin' }
      const response = await kernel.inject({
        method,
        url: path,
        headers,
        remoteAddress: ip,
        ...(payload && { payload }),
      })
      for (const header of [response.headers['set-cookie'] ?? []].flat()) storeCookie(site, header)
      return response
    },
  }
}
