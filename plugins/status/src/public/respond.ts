import { type CachedBody, memoSeconds } from './memo.ts'

interface Request {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** The part of a reply that this needs; payloads are bytes, which pass by the serializer. */
export interface Reply {
  code(status: number): unknown
  header(name: string, value: string): unknown
  send(payload?: unknown): unknown
}

const json = 'application/json; charset=utf-8'

/** Whether a list of entity tags has this one, compared weakly. */
const hasTag = (list: string, etag: string): boolean =>
  list.trim() === '*' || list.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''))

const acceptsGzip = (list: string): boolean => /(?:^|[,\s])(?:gzip|\*)(?!\s*;\s*q=0(?:\.0*)?(?:$|[,\s]))/i.test(list)

const text = (header: string | string[] | undefined): string => [header ?? ''].flat().join(',')

/** Sends a response that caches between may keep for a few seconds: 304 if the reader has it, compressed if possible. */
export function sendCached(
  { headers }: Request,
  reply: Reply,
  { body, gzipped, etag }: CachedBody,
  type = json,
  vary = 'accept-encoding',
): unknown {
  reply.header('cache-control', `public, max-age=${memoSeconds}`)
  reply.header('etag', etag)
  reply.header('vary', vary)
  if (hasTag(text(headers['if-none-match']), etag)) {
    reply.code(304)
    return reply.send()
  }
  reply.header('content-type', type)
  if (gzipped && acceptsGzip(text(headers['accept-encoding']))) {
    reply.header('content-encoding', 'gzip')
    return reply.send(gzipped)
  }
  return reply.send(body)
}
