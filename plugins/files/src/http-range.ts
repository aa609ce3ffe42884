import type { Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'
/** Bytes of a file, both included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * The range that a request asks for. Undefined for the whole file: several ranges and other units are not supported, which
 * HTTP allows. Null if the file has no such bytes.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | null | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? null : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start < size ? { start, end } : null
}

/** The first byte if the request asks for everything from there on, otherwise 0. */
export const parseStart = (header: string | undefined): number => {
  const start = Number(/^bytes=(\d+)-$/.exec(header ?? '')?.[1] ?? 0)
  return Number.isSafeInteger(start) ? start : 0
}

/** An entity tag as it stands in a header. */
export const toEtag = (version: string): string => `"${version.replace(/[^\x21\x23-\x7e]/g, '')}"`

/** Saves or shows a file under its name, whatever characters that has. */
export function contentDisposition(name: string, kind: 'attachment' | 'inline' = 'attachment'): string {
  const plain = name.replace(/[^\w.-]+/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

const binary = (description: string) => ({
  description,
  content: {
    'application/octet-stream': {
      schema: Type.Unsafe<Readable | Buffer>({ type: 'string', format: 'binary' }),
    },
  },
})

/** The response schema of routes that send bytes. */
export const bytes = { 200: binary('The bytes'), 206: binary('The bytes of a range') }
