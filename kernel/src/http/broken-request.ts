import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorBody } from '@svc/plugin-sdk'
import { securityHeaders } from './security-headers.ts'

const responses: Readonly<Record<string, [number, string, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'HEADERS_TOO_LARGE', 'The request headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'REQUEST_TIMEOUT', 'Request timeout: the request took too long'],
}
const other = [400, 'BAD_REQUEST', 'Bad request: this is not HTTP'] as const

/** Answers requests that Node could not parse as HTTP, with the usual error envelope. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, code, message] = responses[error.code ?? ''] ?? other
  const body: ErrorBody = { error: { code, message } }
  const json = JSON.stringify(body)
  const headers = Object.entries({
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(json),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('')}\r\n${json}`)
  socket.destroySoon()
}
