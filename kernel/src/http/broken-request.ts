import type { Socket } from 'node:net'
import type { ErrorBody } from '@svc/plugin-sdk'

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
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status} ${text}\r\nContent-Length: ${Buffer.byteLength(json)}\r\n` +
        `Content-Type: application/json; charset=utf-8\r\nConnection: close\r\n\r\n${json}`,
    )
  }
  socket.destroySoon()
}
