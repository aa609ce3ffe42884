import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError, badRequest } from '@svc/plugin-sdk'
import type { RenderText } from '../texts.ts'
import { toErrorResponse } from './error-response.ts'
import { securityHeaders } from './security-headers.ts'

const responses: Readonly<Record<string, () => ApiError>> = {
  HPE_HEADER_OVERFLOW: () => new ApiError(431, 'kernel.HEADERS_TOO_LARGE'),
  ERR_HTTP_REQUEST_TIMEOUT: () => new ApiError(408, 'kernel.REQUEST_TOO_SLOW', undefined, { code: 'REQUEST_TIMEOUT' }),
}
const notHttp = () => badRequest('kernel.NOT_HTTP')

/** Answers requests that Node could not parse as HTTP, with the usual error envelope. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket, render: RenderText): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, body } = toErrorResponse((responses[error.code ?? ''] ?? notHttp)(), render)
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
