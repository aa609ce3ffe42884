import type { LightMyRequestResponse } from 'fastify'

/** The pages of a list: reads the first one, then follows the `Link` header, or the cursor `next`, until the last. */
export async function readPages<T>(
  read: (url: string) => Promise<LightMyRequestResponse>,
  first: string,
): Promise<readonly T[]> {
  const pages: T[] = []
  for (let url: string | undefined = first; url !== undefined; ) {
    const response: LightMyRequestResponse = await read(url)
    if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}: ${response.payload}`)
    const { data } = response.json<{ data: T & { readonly next?: string | null } }>()
    pages.push(data)
    const [, next] = /^<([^>]+)>; rel="next"$/.exec(String(response.headers.link ?? '')) ?? []
    url = next ?? (data.next ? `${first}&cursor=${data.next}` : undefined)
  }
  return pages
}
