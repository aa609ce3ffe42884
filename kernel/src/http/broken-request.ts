import type { Socket } from 'node:net'
import type { ErrorBody } from '@svc/plugin-sdk'
import { securityHeaders } from './security-headers.js'

const answers: Readonly<Record<string, [number, string, string, string]>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'Request Header Fields Too Large',
    'HEADERS_TOO_LARGE',
    'The request headers are too large',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'REQUEST_TIMEOUT', 'Request timeout: the request took too long'],
}

/** Answers what Node could not parse as HTTP, in the same envelope as everything else. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, text, code, message] = answers[error.code ?? ''] ?? [
    400,
    'Bad Request',
    'BAD_REQUEST',
    'Bad request: this is not HTTP',
  ]
  const body: ErrorBody = { error: { code, message } }
  const json = JSON.stringify(body)
  const headers = Object.entries({
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(json),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${text}\r\n${headers.join('')}\r\n${json}`)
  socket.destroySoon()
}
