import { readRequestHeaders } from '@svc/plugin-sdk'
import { fieldOf, readMembers, readTimeout, wrong } from './config-reader.ts'

export interface HttpConfig {
  readonly method: 'GET' | 'POST'
  readonly keyword?: string
  readonly keyword_exists: boolean
  readonly expected_status: readonly number[]
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeout: number
}

const members = ['method', 'keyword', 'keyword_exists', 'expected_status', 'headers', 'body', 'timeout']

const statusOf = (item: unknown) =>
  Number.isInteger(item) && Number(item) >= 100 && Number(item) <= 599 ? Number(item) : undefined

/** What an HTTP check sends and expects. */
export function readHttpConfig(given: Readonly<Record<string, unknown>>): HttpConfig {
  const read = readMembers(given, members)
  const method = read.choice('method', ['GET', 'POST'])
  const keyword = read.text('keyword', 1000)
  const body = read.text('body', 64 * 1024)
  if (body !== undefined && method === 'GET') throw wrong('body', 'can be sent with POST only')
  const expected = read.list('expected_status', 50, statusOf, 'must hold numbers from 100 to 599')
  return {
    method,
    ...(keyword !== undefined && { keyword }),
    keyword_exists: read.flag('keyword_exists', true),
    expected_status: expected.length > 0 ? expected : [200],
    headers: readRequestHeaders(fieldOf('headers'), read.optional('headers')),
    ...(body !== undefined && { body }),
    timeout: readTimeout(read),
  }
}
